import type { Money } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/database.ts'
import type { PayeeDetails } from '../payees/store.ts'
import type { RunKey } from '../payout-runs/payout-run.ts'

/** A payout of a run with the payee of the time at which the run was frozen. */
export interface ExportedPayout {
  readonly id: string
  readonly amount: Money
  readonly payee: PayeeDetails
}

/** A payout that is in no file of a format, and why. */
export interface LeftOut {
  readonly payoutId: string
  readonly membershipId: string
  readonly amount: Money
  readonly reason: 'voided' | 'no_payee' | 'other_method' | 'currency_not_eur' | 'amount_too_large'
}

type Row = Omit<ExportedPayout, 'payee' | 'amount'> &
  Money & { readonly [Name in keyof PayeeDetails]: PayeeDetails[Name] | null } & {
    readonly membershipId: string
    readonly isVoided: boolean
  }

const listStatement: Statement = {
  name: 'payout_file_list',
  text: `
    select
      payout.id, payout.membership_id as "membershipId", payout.amount_minor::text as "amountMinor", payout.currency,
      payout.is_voided as "isVoided", payee.name, payee.method, payee.email, payee.iban, payee.bic, payee.country
    from payouts payout
    left join lateral (
      select name, method, email, iban, bic, country
      from payees
      where payees.workspace_id = payout.workspace_id
        and payees.membership_id = payout.membership_id
        and payees.effective_from <= payout.created_at
      order by effective_from desc, id desc
      limit 1
    ) payee on true
    where payout.workspace_id = $1 and payout.run_id = $2
    order by payout.currency, payout.id`,
}

/** The payouts of a run that a format can carry, by currency and id, and the others. */
export interface Exportable {
  readonly payouts: readonly ExportedPayout[]
  readonly leftOut: readonly LeftOut[]
}

/** Lists the payouts of a run that are paid by a method, and those that are not. */
export async function listExportable(
  database: Queryable,
  { workspaceId, runId }: RunKey,
  method: PayeeDetails['method'],
): Promise<Exportable> {
  const rows = await database.query<Row>(listStatement, [workspaceId, runId])
  const sorted = rows.map((row) => sort(row, method))
  return {
    payouts: sorted.flatMap(({ payout }) => (payout === undefined ? [] : [payout])),
    leftOut: sorted.flatMap(({ leftOut }) => (leftOut === undefined ? [] : [leftOut])),
  }
}

function sort(
  row: Row,
  method: PayeeDetails['method'],
): { readonly payout?: ExportedPayout; readonly leftOut?: LeftOut } {
  const { id, membershipId, amountMinor, currency, isVoided, name, email, iban, bic, country } = row
  const amount = { amountMinor, currency }
  const leave = (reason: LeftOut['reason']) => ({
    leftOut: { payoutId: id, membershipId, amount, reason },
  })
  if (isVoided) return leave('voided')
  if (name === null || row.method === null) return leave('no_payee')
  if (row.method !== method) return leave('other_method')
  // The scheme carries euros, and amounts of up to 999,999,999.99.
  if (method === 'sepa' && currency !== 'EUR') return leave('currency_not_eur')
  if (method === 'sepa' && amountMinor.length > 11) return leave('amount_too_large')
  return { payout: { id, amount, payee: { name, method, email, iban, bic, country } } }
}
