import type { Money } from '@affiliate-platform/contract'
import type { Queryable } from '../database/statements/database.ts'
import type { RunKey } from '../payout-runs/payout-run.ts'
import { type LeftOut, listExportable } from './exported-payout.ts'
import { type FileFormat, fileFormats } from './file-formats.ts'

/** What the files of one format pay. */
export interface Payable {
  readonly format: FileFormat
  /** Of each currency. */
  readonly sums: readonly { readonly rows: number; readonly sum: Money }[]
}

/** What a run's files pay now, and what none of them does. */
export interface RunPayable {
  readonly payable: readonly Payable[]
  readonly leftOut: readonly LeftOut[]
}

/** Lists what of a run can be paid by which files, and what by none of them and why. */
export async function listPayable(database: Queryable, run: RunKey): Promise<RunPayable> {
  const formats = Object.keys(fileFormats) as readonly FileFormat[]
  const exportable = await Promise.all(
    formats.map(async (format) => {
      const { method } = fileFormats[format]
      return { format, ...(await listExportable(database, { ...run, method, isReportedPaidAgain: false })) }
    }),
  )
  const paid = new Set(exportable.flatMap(({ payouts }) => payouts.map(({ id }) => id)))
  const leftOut = new Map<string, LeftOut>()
  for (const left of exportable.flatMap((one) => one.leftOut)) {
    // That another format would have to pay it says the least.
    const known = leftOut.get(left.payoutId)
    if (!paid.has(left.payoutId) && (known === undefined || known.reason === 'other_method'))
      leftOut.set(left.payoutId, left)
  }
  const payable = exportable.map(({ format, payouts }) => ({
    format,
    sums: sum(payouts.map(({ amount }) => amount)),
  }))
  return { payable, leftOut: [...leftOut.values()] }
}

function sum(amounts: readonly Money[]): Payable['sums'] {
  return [...new Set(amounts.map(({ currency }) => currency))].map((currency) => {
    const group = amounts.filter((amount) => amount.currency === currency)
    const total = group.reduce((minor, { amountMinor }) => minor + BigInt(amountMinor), 0n)
    return { rows: group.length, sum: { amountMinor: `${total}`, currency } }
  })
}
