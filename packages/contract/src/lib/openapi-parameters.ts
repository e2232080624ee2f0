import type { oas31 } from 'zod-openapi'
import { limits } from './limits.ts'
import { examples } from './openapi-examples.ts'
import { payoutStatuses } from './payouts.ts'
import type { payoutsQuerySchema } from './payouts-query.ts'

type Note = Pick<oas31.ParameterObject, 'description' | 'schema' | 'example' | 'allowEmptyValue'>

const { membershipId } = examples.listPayouts.queries.ofMembership.value
const recordId = { type: 'string', format: 'uuid' } as const

const dayOrInstant: oas31.SchemaObject = {
  anyOf: [
    { title: 'Date', type: 'string', format: 'date' },
    { title: 'Date and time', type: 'string', format: 'date-time' },
  ],
}

const day = 'a date and time with `Z` or an offset, or a date (that whole day in UTC)'

const notes: Readonly<Record<keyof typeof payoutsQuerySchema.shape, Note>> = {
  appId: {
    description:
      "No filter when absent, empty or `null`: a key sees its own app only. Another app's id is denied.",
    schema: { type: 'string' },
    allowEmptyValue: true,
  },
  programId: { description: 'Payouts of one program.', schema: recordId },
  groupId: { description: 'Payouts of the memberships of one group.', schema: recordId },
  membershipId: { description: 'Payouts of one membership.', schema: recordId, example: membershipId },
  from: {
    description: `Created at or after: ${day}. Write + as %2B.`,
    schema: dayOrInstant,
    example: '2026-05-01',
  },
  to: {
    description: `Created before a date and time, or until the end of a date: ${day}.`,
    schema: dayOrInstant,
    example: '2026-05-31',
  },
  currency: {
    description: 'Currency code, in any case. A code without payouts gives an empty page.',
    schema: { type: 'string', minLength: limits.currencyCharacters, maxLength: limits.currencyCharacters },
    example: 'USD',
  },
  status: {
    description: `Exact state. Known today: ${payoutStatuses.join(', ')}. Another one gives an empty page.`,
    schema: { type: 'string', minLength: 1, maxLength: limits.statusCharactersMax },
    example: 'unreported',
  },
  search: {
    description: 'Part of the name of the program or of the member, as it stands, in any case.',
    schema: { type: 'string', maxLength: limits.searchCharactersMax },
    allowEmptyValue: true,
  },
  cursor: {
    description: 'The `nextCursor` of the page before. It belongs to one API key and one set of filters.',
    schema: { type: 'string', minLength: 1, maxLength: limits.cursorCharactersMax },
  },
  limit: {
    description: 'Rows per page, in plain digits.',
    schema: { type: 'integer', minimum: 1, maximum: limits.pageRowsMax, default: limits.pageRowsDefault },
    example: 10,
  },
}

/** The query parameters of the payouts list, in the interface's order (4.2). */
export const payoutsParameters: oas31.ParameterObject[] = Object.entries(notes).map(([name, note]) => ({
  name,
  in: 'query',
  ...note,
}))
