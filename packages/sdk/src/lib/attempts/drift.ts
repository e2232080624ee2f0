import type { CalledOperation, ResponseSchema } from './action.ts'

/**
 * Finds members of a response that its schema does not name, and values beyond those known today.
 *
 * @returns JSON Pointers, each once, with `*` for any entry of an array
 */
export function findDrift({ response, knownValues = {} }: CalledOperation, body: unknown): readonly string[] {
  return [...new Set(findUnknown(response, body, { pointer: '', knownValues }))]
}

interface Place {
  readonly pointer: string
  readonly knownValues: Readonly<Record<string, readonly string[]>>
}

function findUnknown(schema: ResponseSchema, value: unknown, at: Place): readonly string[] {
  const { pointer, knownValues } = at
  if (typeof value === 'string') return knownValues[pointer]?.includes(value) === false ? [pointer] : []
  const { def } = schema as unknown as SchemaView
  if (def.innerType !== undefined) return findUnknown(def.innerType, value, at)
  if (Array.isArray(value) && def.element !== undefined) {
    const { element } = def
    return value.flatMap((entry) => findUnknown(element, entry, { pointer: `${pointer}/*`, knownValues }))
  }
  if (typeof value !== 'object' || value === null || def.shape === undefined) return []
  const { shape } = def
  return Object.entries(value).flatMap(([name, entry]) => {
    const place = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    // A member may have the name of something that every object inherits, such as `constructor`.
    const member = Object.hasOwn(shape, name) ? shape[name] : undefined
    return member === undefined ? [place] : findUnknown(member, entry, { pointer: place, knownValues })
  })
}

/** The parts of a schema that lead to the schemas inside it. */
interface SchemaView {
  readonly def: {
    readonly shape?: Readonly<Record<string, ResponseSchema>>
    readonly element?: ResponseSchema
    readonly innerType?: ResponseSchema
  }
}
