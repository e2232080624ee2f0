import type * as z from 'zod/mini'

/** What JSON Schema keywords are added to a schema: words, and rules that zod's own conversion loses. */
export interface SchemaNote {
  readonly description: string
  readonly [keyword: string]: unknown
}

/** A schema that the OpenAPI document names, with the words on it and on its members. */
export interface Component {
  readonly schema: z.core.$ZodType
  readonly description: string
  readonly members?: Readonly<Record<string, SchemaNote>>
  /** For an object whose members do not all have to be there: how many do. */
  readonly minProperties?: number
  readonly enum?: readonly string[]
}

/** A note that is words alone. */
export const text = (description: string): SchemaNote => ({ description })

/** The words on the members that name a record. */
export const recordIds = {
  id: text('Record id.'),
  appId: text('The app the record belongs to.'),
  programId: text('The program the record belongs to.'),
  membershipId: text('The membership the record belongs to.'),
}

/**
 * The words on the members that every row has.
 *
 * @param kind - the words on `kind`
 * @param statuses - the states known today
 */
export const describeRow = (kind: string, statuses: readonly string[] | undefined) => ({
  id: recordIds.id,
  appId: recordIds.appId,
  programId: recordIds.programId,
  kind: text(kind),
  name: text('The name of the program.'),
  status: { description: 'Derived state. Further values may come.', examples: statuses },
})

/** The same word at the beginning of a sentence, or of a name. */
export const capitalize = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
