import type { Money } from '@affiliate-platform/contract'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { joinPayoutPayee } from '../payees/payout-payee.ts'
import type { PayeeDetails } from '../payees/store.ts'
import type { RunKey } from '../payout-runs/payout-run.ts'
import { paypalCurrencies, toPaypalAmount } from './paypal-amount.ts'
import { toSepaName } from './sepa-name.ts'

/** A payout of a run with the payee of the time at which the run was frozen. */
export interface ExportedPayout {
  readonly id: string
  /** What is to be paid: less than the payout's amount where a part of it was reported. */
  readonly amount: Money
  readonly payee: PayeeDetails
}

/** What a file does not pay of a payout, and why. */
export interface LeftOut {
  readonly payoutId: string
  readonly membershipId: string
  readonly memberName: string
  /** The payout's, or the part that is left out. */
  readonly amount: Money
  readonly reason: LeftOutReason
}

/** Why a file does not pay something. */
export type LeftOutReason =
  | 'voided'
  | 'reported'
  | 'disputed'
  | 'no_payee'
  | 'other_method'
  | 'currency_not_eur'
  | 'currency_not_supported'
  | 'fraction_not_payable'
  | 'amount_too_large'
  | 'name_not_payable'

type Row = Omit<ExportedPayout, 'payee' | 'amount'> &
  Money & { readonly [Name in keyof PayeeDetails]: PayeeDetails[Name] | null } & {
    readonly membershipId: string
    readonly memberName: string
    readonly isVoided: boolean
    readonly claimedMinor: string
    readonly disputedMinor: string
  }

const listStatement: Statement = {
  name: 'payout_file_list',
  text: `
    select
      payout.id, payout.membership_id as "membershipId", membership.member_name as "memberName",
      payout.amount_minor::text as "amountMinor", payout.currency, payout.is_voided as "isVoided",
      payout.claimed_minor::text as "claimedMinor",
      (payout.claimed_minor - payout.reported_minor)::text as "disputedMinor",
      payee.name, payee.kind, payee.method, payee.email, payee.iban, payee.bic, payee.town, payee.country
    from payouts payout
    join memberships membership on membership.workspace_id = $1 and membership.id = payout.membership_id
    ${joinPayoutPayee('payout')}
    where payout.workspace_id = $1 and payout.run_id = $2
    order by payout.currency, payout.id`,
}

/** The payouts of a run that a format can carry, by currency and id, and the others. */
export interface Exportable {
  readonly payouts: readonly ExportedPayout[]
  readonly leftOut: readonly LeftOut[]
}

/** What of a run a file is to pay. */
export interface ExportScope extends RunKey {
  readonly method: PayeeDetails['method']
  /** Pay also what is reported as paid. What is disputed is never paid by another file. */
  readonly isReportedPaidAgain: boolean
}

/** Lists what is to be paid of the payouts of a run by a method, and what is not. */
export async function listExportable(
  database: Queryable,
  { workspaceId, runId, ...scope }: ExportScope,
): Promise<Exportable> {
  const rows = await database.query<Row>(listStatement, [workspaceId, runId])
  const sorted = rows.map((row) => sort(row, scope))
  return {
    payouts: sorted.flatMap(({ payout }) => payout ?? []),
    leftOut: sorted.flatMap(({ leftOut }) => leftOut ?? []),
  }
}

interface Sorted {
  readonly payout?: ExportedPayout
  readonly leftOut?: LeftOut
}

function sort(row: Row, { method, isReportedPaidAgain }: Omit<ExportScope, keyof RunKey>): Sorted {
  const { id, membershipId, memberName, currency, isVoided, name, kind, email, iban, bic, town, country } =
    row
  const [amountMinor, disputedMinor] = [BigInt(row.amountMinor), BigInt(row.disputedMinor)]
  const leave = (reason: LeftOutReason, leftMinor = amountMinor) => ({
    leftOut: {
      ...{ payoutId: id, membershipId, memberName, reason },
      amount: { amountMinor: `${leftMinor}`, currency },
    },
  })
  if (isVoided) return leave('voided')
  const leftMinor = isReportedPaidAgain ? disputedMinor : BigInt(row.claimedMinor)
  const paid = leftMinor > 0n ? leave(disputedMinor > 0n ? 'disputed' : 'reported', leftMinor) : {}
  if (leftMinor === amountMinor) return paid
  if (name === null || kind === null || row.method === null) return leave('no_payee')
  if (row.method !== method) return leave('other_method')
  const amount = { amountMinor: `${amountMinor - leftMinor}`, currency }
  const reason = rejectionBy[method]?.({ amount, name })
  if (reason !== undefined) return leave(reason)
  return { payout: { id, amount, payee: { name, kind, method, email, iban, bic, town, country } }, ...paid }
}

type Payable = Pick<ExportedPayout, 'amount'> & Pick<PayeeDetails, 'name'>

/** What the readers of the files do not take. */
const rejectionBy: Partial<Record<PayeeDetails['method'], (payable: Payable) => LeftOutReason | undefined>> =
  {
    paypal({ amount }) {
      if (!paypalCurrencies.has(amount.currency)) return 'currency_not_supported'
      return toPaypalAmount(amount) === undefined ? 'fraction_not_payable' : undefined
    },
    // The scheme carries euros, and amounts of up to 999,999,999.99.
    sepa({ amount, name }) {
      if (amount.currency !== 'EUR') return 'currency_not_eur'
      if (amount.amountMinor.length > 11) return 'amount_too_large'
      return toSepaName(name) === undefined ? 'name_not_payable' : undefined
    },
  }
