import type { ExplainedPayout, PayoutLine } from '@affiliate-platform/commission-engine'
import type { Queryable, Statement } from '../database/database.ts'
import { findStandingFacts } from '../payouts/standing-facts.ts'
import { listPayoutFacts, type PayoutFact, type PayoutKey } from '../payouts/store.ts'
import type { PaymentWords } from './to-facts.ts'

/** A payout as the database tells it to an explanation. */
export interface PayoutRow {
  readonly id: string
  readonly amountMinor: string
  readonly currency: string
  readonly runId: string | null
  readonly asOf: Date
  readonly thresholdMinor: string
  readonly thresholdFrom: string
}

/** Selects the payout `$2` of the workspace `$1` as a `PayoutRow`. */
export const selectPayout = `
  select
    payout.id, payout.amount_minor::text as "amountMinor", payout.currency, payout.run_id as "runId",
    coalesce(run.as_of, payout.created_at) as "asOf",
    coalesce(decision.threshold_minor, 0)::text as "thresholdMinor",
    case
      when payout.run_id is null then 'paid by hand'
      when decision.threshold_contract_id is not null then 'contract ' || decision.threshold_contract_id
      when version.id is null then 'no terms'
      else 'terms version ' || version.id || ', ' || version.target_kind
    end as "thresholdFrom"
  from payouts payout
  left join payout_runs run on run.workspace_id = payout.workspace_id and run.id = payout.run_id
  left join payout_run_decisions decision
    on decision.workspace_id = payout.workspace_id
    and decision.run_id = payout.run_id
    and decision.membership_id = payout.membership_id
    and decision.currency = payout.currency
  left join terms_versions version
    on version.workspace_id = payout.workspace_id and version.id = decision.terms_version_id
  where payout.workspace_id = $1 and payout.id = $2`

const findStatement: Statement = { name: 'explain_find_payout', text: selectPayout }

// Lines of a voided payout as well: they stay as its history.
const listLinesStatement: Statement = {
  name: 'explain_list_lines',
  text: `
    select
      commission.id, commission.amount_minor::text as "amountMinor", commission.accrued_at as "accruedAt",
      coalesce(commission.original_platform_id, commission.platform_id) as "salePlatformId",
      commission.app_id as "appId", referral.shop_domain as "shopDomain"
    from payout_commissions line
    join commissions commission
      on commission.workspace_id = line.workspace_id and commission.id = line.commission_id
    left join referrals referral
      on referral.workspace_id = commission.workspace_id and referral.id = commission.referral_id
    where line.workspace_id = $1 and line.payout_id = $2
    order by commission.accrued_at, commission.id`,
}

/** Finds a payout as an explanation shows it. */
export async function findExplainedPayout(
  database: Queryable,
  { workspaceId, payoutId }: PayoutKey,
): Promise<ExplainedPayout | undefined> {
  const [row] = await database.query<PayoutRow>(findStatement, [workspaceId, payoutId])
  return row && toExplainedPayout(row)
}

/** Turns a payout as it is stored into what the engine explains. */
export function toExplainedPayout(row: PayoutRow): ExplainedPayout {
  const { id, amountMinor, currency, runId, asOf, thresholdMinor, thresholdFrom } = row
  return {
    id,
    amount: { amountMinor, currency },
    run: runId,
    asOfMs: asOf.getTime(),
    threshold: { amountMinor: thresholdMinor, from: thresholdFrom },
  }
}

/** A line of a payout with the shop that it comes from; by hand from none. */
export interface ShopLine extends PayoutLine {
  readonly appId: string
  readonly shopDomain: string | null
}

/**
 * Lists the lines of a payout, as far as its units go, in the order of their accrual.
 *
 * @param options - `areFew`: they are no more than a page of a list may read, so that nobody takes a turn for them (D161)
 */
export async function listPayoutLines(
  database: Queryable,
  { workspaceId, payoutId }: PayoutKey,
  { areFew = false }: { readonly areFew?: boolean } = {},
): Promise<readonly ShopLine[]> {
  const statement = { ...listLinesStatement, isSlow: !areFew }
  return (await database.query<LineRow>(statement, [workspaceId, payoutId])).map(toLine)
}

const partRows = 1000

const openLinesStatement: Statement = {
  name: 'explain_open_lines',
  text: `declare payout_lines no scroll cursor for ${listLinesStatement.text}`,
}

const nextLinesStatement: Statement = {
  name: 'explain_next_lines',
  text: `fetch ${partRows} from payout_lines`,
}

const closeLinesStatement: Statement = { name: 'explain_close_lines', text: 'close payout_lines' }

/** Reads the same lines a thousand at a time, in a transaction. */
export async function* readPayoutLines(
  tx: Queryable,
  { workspaceId, payoutId }: PayoutKey,
): AsyncGenerator<readonly ShopLine[], void, undefined> {
  await tx.query(openLinesStatement, [workspaceId, payoutId])
  for (;;) {
    const rows = await tx.query<LineRow>(nextLinesStatement, [])
    yield rows.map(toLine)
    if (rows.length < partRows) break
  }
  await tx.query(closeLinesStatement, [])
}

interface LineRow extends Omit<ShopLine, 'amountMinor' | 'accruedAtMs'> {
  readonly amountMinor: string
  readonly accruedAt: Date
}

function toLine({ amountMinor, accruedAt, ...line }: LineRow): ShopLine {
  return { ...line, amountMinor: BigInt(amountMinor), accruedAtMs: accruedAt.getTime() }
}

/** What was said about the payment of a payout and not taken back. */
export async function listPaymentWords(
  database: Queryable,
  key: PayoutKey,
  currency: string,
): Promise<PaymentWords> {
  return toPaymentWords(await listPayoutFacts(database, key), currency)
}

/** Leaves out what was taken back or returned, and gives each amount the payout's currency. */
export function toPaymentWords(facts: readonly PayoutFact[], currency: string): PaymentWords {
  const toAmount = (amountMinor: string | null) => ({ amountMinor, currency })
  const standing = findStandingFacts(facts)
  return {
    reports: standing
      .filter(({ kind }) => kind === 'report')
      .map(({ id, amountMinor, method, reference, paidAt }) => ({
        id,
        amount: toAmount(amountMinor),
        method,
        reference,
        paidAt,
      })),
    confirmations: standing
      .filter(({ kind }) => kind === 'confirmation')
      .map(({ id, about, amountMinor, createdAt }) => ({
        id,
        reportId: about,
        amount: toAmount(amountMinor),
        at: createdAt,
      })),
  }
}
