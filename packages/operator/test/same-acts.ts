/** Something that can be done in the console and by the command. */
export interface Act {
  /** Below `/api/console/v1`. */
  readonly path: string
  readonly body: unknown
  readonly command: string
  /** The command's `--reason`, which has blanks. */
  readonly reason?: string
}

/** Ids that are chosen, the same ones on both sides. */
export const chosenIds = {
  run: crypto.randomUUID(),
  report: crypto.randomUUID(),
  second: crypto.randomUUID(),
  confirmation: crypto.randomUUID(),
  dispute: crypto.randomUUID(),
}

const { run, report, second, confirmation, dispute } = chosenIds
const reason = 'as they asked'
const amount = { amountMinor: '1', currency: 'USD' }
const unit = '--amount-minor 1 --currency USD'
const account = { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', town: 'Berlin', country: 'DE' }
const payee = { name: 'Mia', kind: 'person', method: 'sepa', email: null, ...account }

interface Known {
  readonly membershipId: string
  readonly programId: string
  readonly payoutId: string
  readonly caseId: string
  readonly preview: { readonly day: string; readonly asOf: string; readonly hash: string }
  readonly terms: { readonly body: unknown; readonly file: string }
}

/** Lists acts that build on one another: the money, the terms, a case, a program, a person. */
export function listActs({
  membershipId,
  programId,
  payoutId,
  caseId,
  preview,
  terms,
}: Known): readonly Act[] {
  const bank = `--iban ${account.iban} --bic ${account.bic} --town ${account.town} --country ${account.country}`
  const facts = `/payouts/${payoutId}/facts`
  return [
    {
      path: '/payout-runs',
      body: { id: run, asOf: preview.asOf, previewHash: preview.hash },
      command: `payouts run --id ${run} --as-of ${preview.day} --preview ${preview.hash}`,
    },
    {
      path: `/members/${membershipId}/exclusion`,
      body: { isExcluded: true, currency: 'USD', reason },
      command: `payouts exclude ${membershipId} --currency USD`,
      reason,
    },
    {
      path: `/members/${membershipId}/exclusion`,
      body: { isExcluded: false, currency: 'USD', reason },
      command: `payouts include ${membershipId} --currency USD`,
      reason,
    },
    {
      path: `/members/${membershipId}/payees`,
      body: { ...payee, effectiveFrom: '2026-10-02T00:00:00Z' },
      command: `payees set ${membershipId} --name Mia --method sepa ${bank} --from 2026-10-02`,
    },
    {
      path: `/members/${membershipId}/terms`,
      body: terms.body,
      command: `terms set ${membershipId} --file ${terms.file}`,
    },
    {
      path: facts,
      body: {
        kind: 'report',
        id: report,
        amount,
        method: 'wise',
        reference: 'W-1',
        paidOn: preview.day,
        isMeant: false,
      },
      command: `payouts report ${payoutId} --id ${report} ${unit} --method wise --reference W-1 --paid-at ${preview.day}`,
    },
    {
      path: facts,
      body: { kind: 'confirmation', id: confirmation, reportId: report, amount },
      command: `payouts confirm ${report} --id ${confirmation} ${unit}`,
    },
    {
      path: facts,
      body: { kind: 'confirmation_retraction', confirmationId: confirmation, reason },
      command: `payouts retract-confirmation ${confirmation}`,
      reason,
    },
    {
      path: facts,
      body: { kind: 'dispute', id: dispute, reportId: report, reason, isMeant: false },
      command: `payouts dispute ${report} --id ${dispute}`,
      reason,
    },
    {
      path: facts,
      body: { kind: 'closing', disputeId: dispute, resolution: 'found' },
      command: `payouts close-dispute ${dispute} --resolution found`,
    },
    {
      path: facts,
      body: { kind: 'retraction', reportId: report, reason },
      command: `payouts retract ${report}`,
      reason,
    },
    {
      path: facts,
      body: {
        kind: 'report',
        id: second,
        amount,
        method: 'wise',
        reference: null,
        paidOn: preview.day,
        isMeant: false,
      },
      command: `payouts report ${payoutId} --id ${second} ${unit} --method wise --paid-at ${preview.day}`,
    },
    {
      path: facts,
      body: { kind: 'return', reportId: second, reference: 'B-1', reason },
      command: `payouts return ${second} --reference B-1`,
      reason,
    },
    { path: facts, body: { kind: 'void', reason }, command: `payouts void ${payoutId}`, reason },
    {
      path: `/cases/${caseId}/decision`,
      body: { answer: 'accept', reason, revision: 0 },
      command: `attribution decide ${caseId} accept`,
      reason,
    },
    {
      path: `/cases/${caseId}/decision`,
      body: { answer: 'nobody', reason, revision: 1 },
      command: `attribution decide ${caseId} nobody --again`,
      reason,
    },
    {
      path: `/programs/${programId}/pay-day`,
      body: { payDay: 15 },
      command: `programs update ${programId} --pay-day 15`,
    },
    {
      path: `/programs/${programId}/public-page`,
      body: { isOpen: true },
      command: `programs update ${programId} --public-page`,
    },
    {
      path: `/programs/${programId}/closing`,
      body: { reason },
      command: `programs close ${programId}`,
      reason,
    },
    { path: `/programs/${programId}/reopening`, body: {}, command: `programs reopen ${programId}` },
    {
      path: '/people',
      body: { email: 'mia@example.com', name: 'Mia', role: 'support' },
      command: 'accounts invite mia@example.com --name Mia --role support',
    },
  ]
}
