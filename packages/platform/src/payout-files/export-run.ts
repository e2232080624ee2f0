import { hash } from 'node:crypto'
import type { Money } from '@affiliate-platform/contract'
import type { Queryable } from '../database/statements/database.ts'
import { readDatabaseTime } from '../database/statements/time.ts'
import { findRun, type RunKey } from '../payout-runs/payout-run.ts'
import { writePaypalFile, writeWiseFile } from './csv-files.ts'
import { type ExportedPayout, type ExportScope, type LeftOut, listExportable } from './exported-payout.ts'
import { fileFormats } from './file-formats.ts'
import { type Debtor, writePainFile } from './pain-file.ts'
import { toPayoutReference } from './payout-reference.ts'

/**
 * Which run in which format. A bank also has to know whose account it pays from, and when: by default on the day of the
 * run, or today where that has passed.
 */
export type ExportPlan = RunKey &
  Partial<Pick<ExportScope, 'isReportedPaidAgain'>> &
  (
    | { readonly format: 'paypal' | 'wise' }
    | { readonly format: 'pain001'; readonly debtor: Debtor; readonly executeOn: string | undefined }
  )

/** A file that a bank or payment service reads. */
export interface PayoutFile {
  readonly name: string
  readonly content: string
  readonly rows: number
  readonly sum: Money
  /** SHA-256 of the content, hexadecimal. */
  readonly checksum: string
}

/** The files of a run, and what none of them pays. */
export interface RunExport {
  readonly files: readonly PayoutFile[]
  readonly leftOut: readonly LeftOut[]
}

/** That, or why there is nothing to pay by. */
export type RunExporting =
  | ({ readonly ok: true } & RunExport)
  | { readonly ok: false; readonly rejection: 'unknown_run' }
  /** Banks take a date from today on. */
  | { readonly ok: false; readonly rejection: 'date_passed'; readonly today: string }

/**
 * Writes the files that pay a frozen run, one currency in each, to the payees of the time at which it was frozen. What was
 * reported as paid is left out. Made again, they have the same bytes, unless something was said about a payment since.
 *
 * @example
 * ```ts
 * const exported = await exportRun(database, { workspaceId, runId, format: 'paypal' })
 * ```
 */
export async function exportRun(database: Queryable, plan: ExportPlan): Promise<RunExporting> {
  const today = toDay(await readDatabaseTime(database))
  if ('executeOn' in plan && (plan.executeOn ?? today) < today) {
    return { ok: false, rejection: 'date_passed', today }
  }
  const run = await findRun(database, plan)
  if (run === undefined) return { ok: false, rejection: 'unknown_run' }
  const { method, rowsMax } = fileFormats[plan.format]
  const { isReportedPaidAgain = false } = plan
  const { payouts, leftOut } = await listExportable(database, { ...plan, method, isReportedPaidAgain })
  const currencies = [...new Set(payouts.map(({ amount }) => amount.currency))]
  const parts = currencies.flatMap((currency) => {
    const group = payouts.filter(({ amount }) => amount.currency === currency)
    return Array.from({ length: Math.ceil(group.length / rowsMax) }, (_, index) => ({
      number: index + 1,
      currency,
      payouts: group.slice(index * rowsMax, (index + 1) * rowsMax),
    }))
  })
  const files = parts.map((part) => toFile(plan, { ...part, createdAt: run.createdAt, today }))
  return { ok: true, files, leftOut }
}

interface Part {
  readonly number: number
  readonly currency: string
  readonly payouts: readonly ExportedPayout[]
  readonly createdAt: Date
  readonly today: string
}

const toDay = (time: Date): string => time.toISOString().slice(0, 10)

function toFile(plan: ExportPlan, part: Part): PayoutFile {
  const { number, currency, payouts } = part
  const { ending } = fileFormats[plan.format]
  const sumMinor = payouts.reduce((sum, { amount }) => sum + BigInt(amount.amountMinor), 0n)
  const content = write(plan, part)
  return {
    name: `${toPayoutReference(plan.runId)}-${plan.format}-${currency}-${number}.${ending}`,
    content,
    rows: payouts.length,
    sum: { amountMinor: `${sumMinor}`, currency },
    checksum: hash('sha256', content),
  }
}

function write(plan: ExportPlan, { payouts, createdAt, today }: Part): string {
  if (plan.format !== 'pain001') return csvWriters[plan.format](payouts)
  const dayOfRun = toDay(createdAt)
  const { runId, debtor, executeOn = dayOfRun < today ? today : dayOfRun } = plan
  return writePainFile(payouts, { runId, debtor, executeOn, createdAt })
}

const csvWriters = { paypal: writePaypalFile, wise: writeWiseFile } as const
