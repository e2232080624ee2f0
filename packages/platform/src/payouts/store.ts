import { operations, type PayoutSummary } from '@affiliate-platform/contract'
import type { AppScope, PageRequest } from '@affiliate-platform/contract/server'
import type { Queryable } from '../database/database.ts'
import { createSection, type ListedRow, readPage } from '../lists/read-page.ts'
import { findPageStatement } from './page-statement.ts'

/** A row of the list, amounts in minor units. */
export interface PayoutRow extends ListedRow {
  readonly program_id: string
  readonly membership_id: string
  /** The program's name. */
  readonly name: string
  readonly status: string
  readonly amount_minor: string
  readonly unpaid_minor: string
  readonly currency: string
}

const statements = { section: operations.listPayouts, findStatement: findPageStatement }

/**
 * Lists a page of payouts, newest first by (creation time, id).
 *
 * @returns at most `limit + 1` rows: the one too many says that a further page exists
 */
export async function listPayouts(
  database: Queryable,
  app: AppScope,
  { query, after }: Pick<PageRequest, 'query' | 'after'>,
): Promise<readonly PayoutRow[]> {
  return await readPage<PayoutRow>({ database }, statements, { app, query, after })
}

/** The payouts as a section of the interface (4.2). */
export const payoutsSection = createSection(statements, toSummary)

function toSummary(row: PayoutRow, { appId }: AppScope): PayoutSummary {
  const { currency } = row
  return {
    id: row.id,
    kind: 'payouts',
    appId,
    programId: row.program_id,
    membershipId: row.membership_id,
    name: row.name,
    status: row.status,
    amount: { amountMinor: row.amount_minor, currency },
    unpaid: { amountMinor: row.unpaid_minor, currency },
  }
}
