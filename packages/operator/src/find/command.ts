import { showCommandOf } from '@affiliate-platform/contract/console'
import { findRecords } from '@affiliate-platform/platform/workspaces'
import { Argument } from 'commander'
import { describeFound } from '../command-line/describe-found.ts'
import { parseText } from '../command-line/parse-value.ts'
import { show } from '../command-line/show-command.ts'
import { formatTable } from '../command-line/table.ts'
import { toCommandLine } from '../command-line/to-command-line.ts'

const nothing =
  "The workspace has no record for this. Give an id or its beginning or end, a part of a name or of a referred shop's domain, a whole domain, e-mail address, request id, reference of a payment, or id of a sale at its source."

export const addFindCommand = show()({
  name: 'find',
  description:
    'find the record for an id, its beginning or end, a part of a name or of a shop domain, the reference of a payment, the id or number of a sale, an e-mail address or a request id of identify',
  examples: [
    'find "$id"',
    'find Hansen',
    'find 01H44RNB4PEX5VSKNK086SN02Q',
    'find 764220980',
    'find example.myshopify.com',
    'find owner@example.com --json',
  ],
  argument: new Argument(
    '<anything>',
    'an id or a part of it, a name, a domain, a reference, an e-mail address or a request id',
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
      message: next && `More: ${toCommandLine(next, flags)}`,
    }
  },
})
