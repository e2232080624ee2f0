import {
  type File,
  identifier,
  isExpression,
  isFunction,
  isIdentifier,
  isObjectPattern,
  isObjectProperty,
  memberExpression,
  type Node,
  type VariableDeclarator,
} from '@babel/types'
import { walk } from './walk.ts'

/** A name that a source declares. */
export interface Binding {
  readonly name: string
  /** What it is set to, or the function; undefined where only a caller knows, as for a parameter. */
  readonly node: Node | undefined
  /** From where to where in the text the name means this. */
  readonly start: number
  readonly end: number
}

/** Collects the variables, functions and parameters of a source, each with the block that knows it. */
export function collectBindings(tree: File): readonly Binding[] {
  const bindings: Binding[] = []
  walk(tree, (node, ancestors) => {
    if (node.type === 'VariableDeclarator') {
      const scope = ancestors.findLast((one) => isFunction(one) || /^(BlockStatement|File)$/.test(one.type))
      bindings.push(...variablesOf(node).map((variable) => ({ ...variable, ...rangeOf(scope ?? tree) })))
    }
    if (!isFunction(node)) return
    bindings.push(
      ...node.params.flatMap(namesIn).map((name) => ({ name, node: undefined, ...rangeOf(node) })),
    )
    if (node.type !== 'FunctionDeclaration' || !node.id) return
    const scope = ancestors.findLast(({ type }) => /^(BlockStatement|File)$/.test(type))
    bindings.push({ name: node.id.name, node, ...rangeOf(scope ?? tree) })
  })
  return bindings
}

/** What a name means at a place: the innermost declaration around it. Without a place, that of the whole file. */
export function findBinding(bindings: readonly Binding[], name: string, index = -1): Binding | undefined {
  const around = bindings.filter(
    (binding) =>
      binding.name === name && (binding.start === 0 || (binding.start <= index && index < binding.end)),
  )
  return around.reduce<Binding | undefined>(
    (inner, binding) => (inner === undefined || binding.start >= inner.start ? binding : inner),
    undefined,
  )
}

function variablesOf({ id, init }: VariableDeclarator): readonly Pick<Binding, 'name' | 'node'>[] {
  if (isIdentifier(id)) return [{ name: id.name, node: init ?? undefined }]
  if (!isObjectPattern(id) || !isExpression(init))
    return namesIn(id).map((name) => ({ name, node: undefined }))
  return id.properties.flatMap((property) => {
    const isPlain = isObjectProperty(property) && isIdentifier(property.key)
    return namesIn(property).map((name) => ({
      name,
      node:
        isPlain && isIdentifier(property.key)
          ? memberExpression(init, identifier(property.key.name))
          : undefined,
    }))
  })
}

/** The names that a parameter or a pattern declares. */
function namesIn(pattern: Node): readonly string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name]
    case 'ObjectPattern':
      return pattern.properties.flatMap(namesIn)
    case 'ObjectProperty':
      return namesIn(pattern.value)
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element === null ? [] : namesIn(element)))
    case 'AssignmentPattern':
      return namesIn(pattern.left)
    case 'RestElement':
      return namesIn(pattern.argument)
    default:
      return []
  }
}

function rangeOf({ type, start, end }: Node): Pick<Binding, 'start' | 'end'> {
  // A file with a comment first starts behind it.
  return { start: type === 'File' ? 0 : (start ?? 0), end: end ?? 0 }
}
