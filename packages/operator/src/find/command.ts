import { showCommandOf } from '@affiliate-platform/contract/console'
import { findRecords } from '@affiliate-platform/platform/workspaces'
import { Argument } from 'commander'
import { commandName } from '../command-line/command-name.ts'
import { describeFound } from '../command-line/describe-found.ts'
import { parseText } from '../command-line/parse-value.ts'
import { show } from '../command-line/show-command.ts'
import { formatTable } from '../command-line/table.ts'

const nothing =
  'The workspace has no record for this. Give an id or its beginning or end, the beginning of a name or of the domain of a referred shop, a whole domain, e-mail address or request id.'

/** `find`. */
export const addFindCommand = show()({
  name: 'find',
  description:
    'find the record for an id, its beginning or end, a name, a shop domain or its beginning, an e-mail address or a request id of identify',
  examples: [
    'find "$id"',
    "find 'Harbour St'",
    'find example.myshopify.com',
    'find owner@example.com --json',
  ],
  argument: new Argument(
    '<anything>',
    'an id, the beginning of an id, a name or a domain, an e-mail address or a request id',
  ).argParser(parseText('<anything>')),
  find: async ({ database, workspaceId, id: text, flags, terminal: { columns } }) => {
    const found = await findRecords(database, workspaceId, text)
    const [only, ...others] = found
    if (only === undefined) {
      return { record: found, text: '', failure: nothing }
    }
    const rows = found.map((record) => ({
      kind: record.kind,
      id: record.id,
      about: describeFound(record),
      createdAt: record.createdAt,
    }))
    const next = others.length === 0 && !flags.json ? showCommandOf(only) : undefined
    return {
      record: found,
      text: formatTable(rows, { columns, first: ['kind', 'about'] }).text,
      message: next && `More: ${commandName} ${next}`,
    }
  },
})
