import { currencyCodes, currencyScale } from '@affiliate-platform/contract'
import type { Database, Statement, Transaction } from '../database/database.ts'
import { allocateTakes, createTables, findWrongBase, indexRows, insertRows } from './expected-bases.ts'
import { ledgerChecks } from './ledger-checks.ts'

/** The first place where the ledger is not what the facts say. */
export interface MoneyDifference {
  /** What was recomputed: a base, an amount, an install reward, a hold, or the lines of a payout. */
  readonly kind: 'base' | 'amount' | 'install_reward' | 'available_at' | 'payout'
  /** Which one, by its ids. */
  readonly subject: Readonly<Record<string, string | null>>
  readonly expected: string
  readonly found: string
}

/** What a verification went through. */
export interface MoneyVerification {
  readonly collections: number
  readonly commissions: number
  readonly payouts: number
  /** Null where everything is as the facts say. */
  readonly difference: MoneyDifference | null
}

const scales = JSON.stringify(Object.fromEntries(currencyCodes.map((code) => [code, currencyScale(code)])))

const allowTime: Statement = {
  name: 'verify_money_time',
  text: `select set_config('statement_timeout', '0', true), set_config('jit', 'off', true)`,
}

const countStatement: Statement = {
  name: '',
  text: `
    select
      (select count(*)::integer from verified_rows) as collections,
      (select count(*)::integer from commissions where workspace_id = $1) as commissions,
      (select count(*)::integer from payouts where workspace_id = $1) as payouts`,
}

/**
 * Recomputes every commission and payout of a workspace from its facts, in SQL that shares nothing with the calculation
 * that posted them, and finds the first difference.
 *
 * @example
 * ```ts
 * const { difference } = await verifyMoney(database, workspaceId)
 * ```
 */
export async function verifyMoney(database: Database, workspaceId: string): Promise<MoneyVerification> {
  return await database.transaction(async (tx) => {
    await tx.query(allowTime, [])
    for (const statement of createTables) await tx.query(statement, [])
    await tx.query(insertRows, [workspaceId])
    for (const statement of indexRows) await tx.query(statement, [])
    await tx.query(allocateTakes, [])
    const difference = await findDifference(tx, workspaceId)
    const [counts] = await tx.query<Omit<MoneyVerification, 'difference'>>(countStatement, [workspaceId])
    if (counts === undefined) throw new Error('Counting gives a row.')
    return { ...counts, difference }
  })
}

async function findDifference(tx: Transaction, workspaceId: string): Promise<MoneyDifference | null> {
  const [wrongBase] = await tx.query<MoneyDifference>(findWrongBase, [workspaceId])
  if (wrongBase !== undefined) return wrongBase
  for (const statement of ledgerChecks) {
    const [difference] = await tx.query<MoneyDifference>(statement, [workspaceId, scales])
    if (difference !== undefined) return difference
  }
  return null
}
