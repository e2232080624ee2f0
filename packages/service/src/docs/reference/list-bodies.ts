import { nameOf, type Operation, type ReferenceDocument, type Schema } from './document.ts'

/** A body that an operation takes. */
interface Body {
  /** What the ids of its members begin with. */
  readonly id: string
  readonly schema: Schema
}

/** The bodies that an operation takes: one, or one for each choice. */
export function listBodies(
  { operationId, requestBody }: Operation,
  { components }: ReferenceDocument,
): readonly Body[] {
  const content = requestBody?.content['application/json']
  if (content === undefined) return []
  const follow = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : (components.schemas[nameOf(schema.$ref)] ?? {})
  const schema = follow(content.schema)
  return (schema.oneOf ?? [schema]).map((choice) => ({
    id: choice.$ref === undefined ? `${operationId}-body` : `${operationId}-${nameOf(choice.$ref)}`,
    schema: follow(choice),
  }))
}
