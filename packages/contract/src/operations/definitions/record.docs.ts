import * as limits from '../../lib/limits.ts'
import { type Component, capitalize, describeRow, type SchemaNote } from '../../lib/openapi-notes.ts'
import { commonRejections, type Example, rejection } from '../../lib/openapi-rejections.ts'
import type { OperationDocs, ParameterWords } from './operation.docs.ts'
import type { RecordOperation } from './record.ts'

/** The words and examples that tell the read of one record from another. */
export interface RecordTexts {
  readonly tag: OperationDocs['tag']
  /** What it does, in one line. */
  readonly summary: string
  /** What is said in the response, in a sentence or two. */
  readonly description: string
  /** The query parameters. Default: none. */
  readonly parameters?: ParameterWords[]
  /** The words on the members of the response beside `id`, `appId`, `programId`, `kind`, `name` and `status`. */
  readonly members: Readonly<Record<string, SchemaNote>>
  /** Further schemas that the document names. */
  readonly components?: Readonly<Record<string, Component>>
  /** The id in the path, of the example. */
  readonly id: string
  readonly responses: Readonly<Record<string, Example<unknown>>>
}

/** Describes an operation that reads one record: only what is its own has to be said. */
export function describeRecord<Words extends RecordTexts>(operation: RecordOperation, words: Words) {
  const { tag, summary, description, parameters = [], members, components, id, responses } = words
  const { record, knownValues } = operation
  const rowWords = describeRow(`Always \`${record}s\`.`, knownValues?.['/status'])
  return {
    tag,
    summary,
    description:
      `${description} A list within a record has at most ${limits.recordEntriesMax} entries in \`items\`; ` +
      '`total` says how many there are. Unknown parameters are rejected.',
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        description: `The ${record}'s record id, of the caller's own app.`,
        schema: { type: 'string', format: 'uuid' },
        example: id,
      },
      ...parameters,
    ],
    success: { description: operation.part === undefined ? `The ${record}.` : `The ${operation.part}.` },
    components: {
      [`${capitalize(record)}${capitalize(operation.part ?? 'record')}`]: {
        schema: operation.response,
        description: `${summary}. Further members may come.`,
        members: operation.part === undefined ? { ...rowWords, ...members } : members,
      },
      ...components,
    },
    examples: { responses, rejections: createRejections(operation, parameters) } as {
      readonly responses: Words['responses']
      readonly rejections: ReturnType<typeof createRejections>
    },
  } satisfies OperationDocs
}

/** The words on a list within a record. */
export const bounded = (entries: string): SchemaNote => ({
  description: `${entries}: at most ${limits.recordEntriesMax} in \`items\`, and how many there are in \`total\`.`,
})

function createRejections({ record, scope }: RecordOperation, parameters: readonly ParameterWords[]) {
  const [parameter] = parameters
  const message =
    parameter === undefined
      ? { parameter: 'id', code: 'invalid_format', message: `A ${record} id (UUID).` }
      : { parameter: parameter.name, code: 'repeated', message: 'Send this parameter once.' }
  return {
    invalid_parameter: rejection('invalid_parameter', `The ${record} id must be a UUID.`, [message]),
    ...commonRejections(rejection),
    scope_denied: rejection('scope_denied', `The API key needs the scope ${scope}.`),
  }
}
