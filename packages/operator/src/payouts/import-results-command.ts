import { readFile } from 'node:fs/promises'
import { formatAmount } from '@affiliate-platform/contract'
import { errorCode } from '@affiliate-platform/platform/database'
import {
  parseResultFile,
  type RecordedResult,
  ResultFileError,
  recordResults,
} from '@affiliate-platform/platform/payout-files'
import { listPayoutMembers, type PayoutMember } from '@affiliate-platform/platform/payouts'
import { Argument } from 'commander'
import { required } from '../command-line/act.ts'
import { countWords } from '../command-line/format-count.ts'
import { OperatorError } from '../command-line/operator-error.ts'
import { parseText } from '../command-line/parse-value.ts'
import { show } from '../command-line/show-command.ts'
import { formatTable } from '../command-line/table.ts'
import { yesOption } from './money-command.ts'

export const importResultsCommand = show<{ readonly method: string; readonly yes?: boolean }>()({
  name: 'import-results',
  description:
    'report the payments of a result file, each only once; members still confirm; fails if one is not reported',
  examples: ['payouts import-results results.csv --method paypal'],
  argument: new Argument(
    '<file>',
    'CSV with the columns reference, amount, currency and, if known, transaction, paid_at, status',
  ),
  options: [
    required('--method <method>', 'how the payments were made', parseText),
    yesOption('payments in the future, long before their payout, or with the reference of another'),
  ],
  what: 'all payments were reported',
  find: async ({ database, workspaceId, id: file, flags, terminal: { columns } }) => {
    const scope = { workspaceId, method: flags.method, isDoubtAccepted: flags.yes ?? false }
    const rows = await readRows(file)
    const results = await recordResults(database, rows, scope)
    const reported = results.filter(({ outcome }) => outcome === 'reported').length
    const known = results.filter(({ outcome }) => outcome === 'known').length
    const others = results.filter(({ outcome }) => outcome !== 'reported' && outcome !== 'known')
    const payoutIds = rows.flatMap(({ payoutId }) => payoutId ?? [])
    const members = await listPayoutMembers(database, workspaceId, payoutIds)
    const summary = `Reported: ${reported}. Already known: ${known}. Not reported: ${others.length}`
    return {
      record: results,
      text: formatTable(toShown(rows, results, members), { columns, first: ['row', 'reference'] }).text,
      // A script must not take a payment for reported that is not.
      ...(others.length === 0
        ? { message: `${summary}.` }
        : { failure: `${summary} (${countWords(others.map(({ outcome }) => outcome))}).` }),
    }
  },
})

/** A row of the file as a person finds it there: a wrong letter in a reference may make it end as another payout's id. */
function toShown(rows: ResultRows, results: readonly RecordedResult[], members: readonly PayoutMember[]) {
  const names = new Map(members.map(({ payoutId, memberName }) => [payoutId, memberName]))
  return rows.map(({ number, reference, payoutId, amount }, index) => ({
    row: number,
    reference,
    amount: payoutId === null ? null : formatAmount(amount),
    name: names.get(payoutId ?? '') ?? null,
    outcome: results[index]?.outcome,
  }))
}

type ResultRows = ReturnType<typeof parseResultFile>

async function readRows(file: string): Promise<ResultRows> {
  try {
    return parseResultFile(await readFile(file, 'utf8'))
  } catch (error) {
    if (error instanceof ResultFileError) throw new OperatorError(error.message, { cause: error })
    const code = errorCode(error)
    throw new OperatorError(`The file cannot be read (${code}).`, { cause: error })
  }
}
