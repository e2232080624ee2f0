import type { oas31 } from 'zod-openapi'
import * as limits from '../../lib/limits.ts'
import type { FilterName } from '../../lib/list-query.ts'
import { type Component, capitalize, describeRow, text } from '../../lib/openapi-notes.ts'
import { commonRejections, type Example, rejection } from '../../lib/openapi-rejections.ts'
import type { ListOperation } from './list.ts'
import type { OperationDocs, ParameterWords } from './operation.docs.ts'

/** The words and examples that tell one list from another. */
export interface ListTexts {
  readonly tag: OperationDocs['tag']
  /** The rows in plural, such as `payout summaries`. Default: the name of the list. */
  readonly rows?: string
  /** The words on a row, and on its members beside the ids, `kind`, `name` and `status`. */
  readonly row: Omit<Component, 'schema'>
  /** What `from` and `to` are about: `Created`, where it is absent. */
  readonly happened?: string
  /** What `search` looks through, such as `the name of the program`. */
  readonly searched: string
  /** When each state holds, in the order in which they are tried. */
  readonly states: Readonly<Record<string, string>>
  /** One of the states, as the example of `status`. */
  readonly exampleStatus: string
  readonly queries: Readonly<Record<string, Example<Readonly<Record<string, string>>>>>
  readonly responses: Readonly<Record<string, Example<unknown>>>
}

/** Describes an operation that lists records: only what is its own has to be said. */
export function describeList<Words extends ListTexts>(list: ListOperation, words: Words) {
  const { name } = list
  const { tag, rows = name, row, states, queries, responses } = words
  return {
    tag,
    summary: `List ${rows}`,
    description:
      `Lists the ${name} of the caller's app, newest first. To continue, send \`nextCursor\` back as ` +
      '`cursor` with the same filters and the same API key; only `limit` may change. Unknown, repeated and empty ' +
      'parameters are rejected, except that `appId` and `search` may be empty. Write the `+` of an offset as `%2B`.',
    parameters: describeParameters(list, words),
    states,
    success: { description: `A page of ${rows}.` },
    components: {
      [`${capitalize(name.slice(0, -1))}Summary`]: {
        schema: list.row,
        ...row,
        members: {
          ...describeRow(`Always \`${name}\` in this list.`, list.statuses),
          ...row.members,
        },
      },
      [`${capitalize(name)}Page`]: {
        schema: list.response,
        description: 'The list envelope.',
        members: {
          items: { description: 'The rows, newest first.', maxItems: limits.pageRowsMax },
          nextCursor: text(
            'Send it back as `cursor` for the next page. Null exactly when there is none: a page may be short or empty and still have one.',
          ),
        },
      },
    },
    examples: { queries, responses, rejections: createRejections(list) } as {
      readonly queries: Words['queries']
      readonly responses: Words['responses']
      readonly rejections: ReturnType<typeof createRejections>
    },
  } satisfies OperationDocs
}

type Note = Pick<oas31.ParameterObject, 'description' | 'schema' | 'example' | 'allowEmptyValue'>

const recordId = { type: 'string', format: 'uuid' } as const

const dayOrInstant: oas31.SchemaObject = {
  anyOf: [
    { title: 'Date', type: 'string', format: 'date' },
    { title: 'Date and time', type: 'string', format: 'date-time' },
  ],
}

const day = 'a date and time with `Z` or an offset, or a date (that whole day in UTC)'

const cursor: Note = {
  description: 'The `nextCursor` of the previous page. It belongs to one API key and one set of filters.',
  schema: { type: 'string', minLength: 1, maxLength: limits.cursorCharactersMax },
}

const limit: Note = {
  description: 'Rows per page, in plain digits.',
  schema: { type: 'integer', minimum: 1, maximum: limits.pageRowsMax, default: limits.pageRowsDefault },
  example: 10,
}

function describeParameters(list: ListOperation, words: ListTexts): ParameterWords[] {
  const notes = { ...describeFilters(list, words), cursor, limit }
  const names = [...list.filters, 'cursor', 'limit'] as const
  return names.map((name) => ({ name, in: 'query', ...notes[name] }))
}

function describeFilters(
  { name, statuses, filters }: ListOperation,
  { happened = 'Created', searched, exampleStatus }: ListTexts,
): Readonly<Record<FilterName, Note>> {
  const noun = capitalize(name)
  return {
    appId: {
      description:
        "No filter when absent, empty or `null`: a key sees its own app only. Another app's id is denied.",
      schema: { type: 'string' },
      allowEmptyValue: true,
    },
    programId: { description: `${noun} of one program.`, schema: recordId },
    groupId: {
      description: `${noun} of ${filters.includes('membershipId') ? 'the memberships of ' : ''}one group.`,
      schema: recordId,
    },
    membershipId: {
      description: `${noun} of one membership.`,
      schema: recordId,
      example: '0199f0c2-1c40-7b22-9b02-6e7f8091a2b3',
    },
    payoutId: {
      description: `${noun} that are in one payout. A voided payout has none: its lines are those of the payout itself.`,
      schema: recordId,
      example: '019a3c60-0000-7d44-bd04-8091a2b3c4d5',
    },
    from: {
      description: `${happened} at or after: ${day}.`,
      schema: dayOrInstant,
      example: '2026-05-01',
    },
    to: {
      description: `${happened} before a date and time, or until the end of a date: ${day}.`,
      schema: dayOrInstant,
      example: '2026-05-31',
    },
    postedFrom: {
      description: `Booked at or after: ${day}. With this or \`postedTo\` the list is in the order of booking, newest first.`,
      schema: dayOrInstant,
      example: '2026-05-01',
    },
    postedTo: {
      description: `Booked before a date and time, or until the end of a date: ${day}.`,
      schema: dayOrInstant,
      example: '2026-05-31',
    },
    currency: {
      description: `Currency code, case-insensitive. A code without ${name} gives an empty page.`,
      schema: { type: 'string', minLength: limits.currencyCharacters, maxLength: limits.currencyCharacters },
      example: 'USD',
    },
    status: {
      description: `Exact state. Known today: ${statuses.join(', ')}. Another one gives an empty page.`,
      schema: { type: 'string', minLength: 1, maxLength: limits.statusCharactersMax },
      example: exampleStatus,
    },
    search: {
      description: `Part of ${searched}, taken literally, case-insensitive.`,
      schema: { type: 'string', maxLength: limits.searchCharactersMax },
      allowEmptyValue: true,
    },
  }
}

function createRejections({ scope, filters }: ListOperation) {
  const repeated = filters.find((name) => name === 'currency') ?? 'status'
  return {
    invalid_parameter: rejection('invalid_parameter', 'The query has invalid parameters. See errors.', [
      { parameter: 'limit', code: 'invalid_format', message: 'A whole number from 1 to 50 in plain digits.' },
      { parameter: repeated, code: 'repeated', message: 'Send this parameter once.' },
    ]),
    invalid_cursor: rejection(
      'invalid_cursor',
      'Send nextCursor unchanged, with the same API key and the same filters, or start again without it.',
      [
        {
          parameter: 'cursor',
          code: 'invalid_cursor',
          message: 'A nextCursor of this list and these filters.',
        },
      ],
    ),
    ...commonRejections(rejection),
    scope_denied: rejection('scope_denied', `The API key needs the scope ${scope}.`),
  }
}
