import type { operations, RecordOperation } from '@affiliate-platform/contract'
import { createOpenApiDocument } from '../src/openapi/document.ts'
import type { ListOperation } from '../src/operations/definitions/list.ts'
import type { OperationDocs } from '../src/operations/definitions/operation.docs.ts'
import { operationDocs } from '../src/operations/operations.docs.ts'

/** What is read of a schema of the document, which is plain JSON. */
interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
}

const document: { readonly components: { readonly schemas: Readonly<Record<string, Schema>> } } = JSON.parse(
  JSON.stringify(createOpenApiDocument()),
)

/** Writes the page in `docs/api/` on a list: its filters, row, states and an example, from the contract. */
export function renderListPage(list: ListOperation): string {
  const docs: OperationDocs = operationDocs[list.id as keyof typeof operations]
  const { states = {}, examples, parameters = [] } = docs
  const [[exampleName, example] = ['', undefined]] = Object.entries(examples.responses)
  return [
    `# ${docs.summary}`,
    '<!-- Written by packages/contract/test/list-and-record-pages.test.ts. Run it with -u to update it. -->',
    docs.description,
    `\`\`\`http\n${list.method} ${list.path}\n\`\`\``,
    `Send \`Authorization: Bearer\` with an affiliate API key that has the scope \`${list.scope}\`. There is no body. Pages and cursors work as in every list: see [list-payouts.md](list-payouts.md).`,
    '## Filters',
    'All are optional; several of them narrow each other.',
    toTable(
      ['Parameter', 'Rule'],
      parameters.map(({ name, description = '' }) => [`\`${name}\``, description]),
    ),
    '## Rows',
    toTable(['Member', 'Type', 'Meaning'], toMembers(docs)),
    '## States',
    'The state is derived each time it is read; it is never stored. The first row that applies counts. More states may come: treat one that you do not know as text.',
    toTable(
      ['`status`', 'Holds when'],
      Object.entries(states).map(([status, when]) => [`\`${status}\``, when]),
    ),
    '## Example',
    `\`\`\`json ${list.id}.responses.${exampleName}\n${JSON.stringify(example?.value, null, 2)}\n\`\`\``,
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n')
}

/** Writes the page in `docs/api/` on the read of one record: its parameters, members and an example, from the contract. */
export function renderRecordPage(detail: RecordOperation): string {
  const docs: OperationDocs = operationDocs[detail.id as keyof typeof operations]
  const { examples, parameters = [], components } = docs
  const [[exampleName, example] = ['', undefined]] = Object.entries(examples.responses)
  const [, ...further] = Object.entries(components)
  return [
    `# ${docs.summary}`,
    '<!-- Written by packages/contract/test/list-and-record-pages.test.ts. Run it with -u to update it. -->',
    docs.description,
    `\`\`\`http\n${detail.method} ${detail.path}\n\`\`\``,
    `Send \`Authorization: Bearer\` with an affiliate API key that has the scope \`${detail.scope}\`. There is no body. An id that does not exist and one of another app get the same 403, \`access_denied\`.`,
    '## Parameters',
    toTable(
      ['Parameter', 'Rule'],
      parameters.map(({ name, description = '' }) => [`\`${name}\``, description]),
    ),
    '## Members',
    toTable(['Member', 'Type', 'Meaning'], toMembers(docs)),
    ...further.flatMap(([name, { description }]) => [
      `### ${name}`,
      description,
      toTable(['Member', 'Type', 'Meaning'], toMembersOf(name)),
    ]),
    '## Example',
    `\`\`\`json ${detail.id}.responses.${exampleName}\n${JSON.stringify(example?.value, null, 2)}\n\`\`\`\n`,
  ].join('\n\n')
}

function toMembers({ components }: OperationDocs): readonly (readonly string[])[] {
  const [rowName = ''] = Object.keys(components)
  return toMembersOf(rowName)
}

function toMembersOf(schemaName: string): readonly (readonly string[])[] {
  const { properties = {} } = document.components.schemas[schemaName] ?? {}
  return Object.entries(properties).map(([name, schema]) => [
    `\`${name}\``,
    toType(schema),
    schema.description ?? '',
  ])
}

const formats: Readonly<Record<string, string>> = { uuid: 'UUID', 'date-time': 'time' }

function toType({ $ref, type = [], format = '', anyOf }: Schema): string {
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? ''
  if (anyOf !== undefined) return anyOf.map(toType).join(' or ')
  return [type]
    .flat()
    .map((each) => (each === 'string' ? (formats[format] ?? each) : each))
    .join(' or ')
}

function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
    .replaceAll('| --- ', '|---')
    .replaceAll('--- |', '---|')
}
