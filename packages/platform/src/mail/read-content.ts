import type { MailContent, MailKind } from '@affiliate-platform/contract/console'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { listPayDays } from '../overview/list-pay-days.ts'
import { readWaiting } from '../overview/read-waiting.ts'
import { heldUntilOf } from '../payees/payee-hold.ts'
import { reportEnds } from '../payouts/payment-fact-kinds.ts'
import { type Audience, issueSignInLink } from '../people/sign-in-links.ts'
import { readTermsChange } from '../terms/read-terms-change.ts'
import type { ClaimedMail } from './queue.ts'
import { readAddressChange } from './read-address-change.ts'

const payout = `
    join payouts payout on payout.workspace_id = $1 and payout.id = told.payout_id
    join programs program on program.workspace_id = $1 and program.id = payout.program_id
    join memberships member on member.workspace_id = $1 and member.id = payout.membership_id
    where told.workspace_id = $1 and told.id = $2`

const ofPayout = `
    select told.payout_id as "payoutId", program.name as program, member.member_name as member,
      jsonb_build_object('amountMinor', amount_minor::text, 'currency', payout.currency) as amount`

const reportStatement: Statement = {
  name: 'mail_read_report',
  text: `
    ${ofPayout.replace('amount_minor', 'told.amount_minor')}, told.method, told.reference, told.paid_at as "paidAt"
    from payment_reports told
    ${payout}
      ${reportEnds
        .map(
          ({ table }) => `and not exists (select from ${table} where workspace_id = $1 and report_id = $2)`,
        )
        .join(' ')}`,
}

const confirmationStatement: Statement = {
  name: 'mail_read_confirmation',
  text: `
    ${ofPayout.replace('amount_minor', 'told.amount_minor')}, told.actor like 'member:%' as "isByMember"
    from payment_confirmations told
    ${payout}
      and not exists (
        select from payment_confirmation_retractions where workspace_id = $1 and confirmation_id = $2
      )`,
}

const disputeStatement: Statement = {
  name: 'mail_read_dispute',
  text: `
    ${ofPayout.replace('amount_minor', 'report.amount_minor')}, told.reason
    from payment_disputes told
    join payment_reports report on report.workspace_id = $1 and report.id = told.report_id
    ${payout}
      and not exists (select from payment_dispute_closings where workspace_id = $1 and dispute_id = $2)`,
}

const claimStatement: Statement = {
  name: 'mail_read_claim',
  text: `
    select program.name as program, evidence.membership_id as "membershipId", evidence.shop_domain as shop,
      decision.decision = 'accept' as "isAccepted", decision.reason
    from attribution_cases held
    join evidence on evidence.workspace_id = $1 and evidence.id = held.evidence_id
    join memberships member on member.workspace_id = $1 and member.id = evidence.membership_id
    join programs program on program.workspace_id = $1 and program.id = member.program_id
    join attribution_decisions decision on decision.workspace_id = $1 and decision.case_id = held.id
    where held.workspace_id = $1 and held.id = $2
    order by decision.revision desc
    limit 1`,
}

const payeeStatement: Statement = {
  name: 'mail_read_payee',
  text: `
    select told.membership_id as "membershipId", member.member_name as member, program.name as program,
      told.actor like 'member:%' as "isByMember", told.created_at as "changedAt",
      case
        when told.actor like 'member:%' and workspace.payee_hold_days > 0 then ${heldUntilOf('told')}
      end as "heldUntil"
    from payees told
    join workspaces workspace on workspace.workspace_id = $1
    join memberships member on member.workspace_id = $1 and member.id = told.membership_id
    join programs program on program.workspace_id = $1 and program.id = member.program_id
    where told.workspace_id = $1 and told.id = $2`,
}

const keyStatement: Statement = {
  name: 'mail_read_key',
  text: `
    select name, key_hint as hint, expires_at as "expiresAt"
    from api_keys
    where workspace_id = $1 and id = $2 and revoked_at is null and expires_at > now()`,
}

const endpointStatement: Statement = {
  name: 'mail_read_endpoint',
  text: `
    select url, disabled_at as "disabledAt"
    from webhook_endpoints
    where workspace_id = $1 and id = $2 and disabled_because = 'gone' and removed_at is null`,
}

// The newest word on it is told: of one that was approved meanwhile, that it has arrived is not.
const applicationStatement: Statement = {
  name: 'mail_read_application',
  text: `
    select program.name as program, program.id as "programId", application.name as applicant, application.state
    from applications application
    join programs program on program.workspace_id = $1 and program.id = application.program_id
    where application.workspace_id = $1 and application.id = $2`,
}

const leavingStatement: Statement = {
  name: 'mail_read_leaving',
  text: `
    select member.id as "membershipId", member.member_name as member, program.name as program,
      exists (select from erasures where workspace_id = $1 and membership_id = $2) as "isErased"
    from memberships member
    join programs program on program.workspace_id = $1 and program.id = member.program_id
    where member.workspace_id = $1 and member.id = $2`,
}

type Reader = (database: Queryable, mail: ClaimedMail) => Promise<object | undefined>

const read =
  (statement: Statement, idName: string): Reader =>
  async (database, { workspaceId, data }) =>
    (await database.query<object>(statement, [workspaceId, data[idName]]))[0]

const readApplication =
  (state: 'open' | 'declined'): Reader =>
  async (database, { workspaceId, data: { applicationId } }) => {
    type Found = { readonly state: string }
    const [found] = await database.query<Found>(applicationStatement, [workspaceId, applicationId])
    return found?.state === state ? found : undefined
  }

// The link is made as it is sent: it is kept nowhere, and its half hour begins now.
const makeLink =
  (audience: Audience): Reader =>
  (database, { workspaceId, recipientId: accountId }) =>
    issueSignInLink(database, { workspaceId, accountId }, audience)

const readDigest: Reader = async (database, { workspaceId }) => {
  const [{ applications, openCases, openProposals, disputes }, payDays] = await Promise.all([
    readWaiting(database, workspaceId),
    listPayDays(database, workspaceId, new Date()),
  ])
  const duePrograms = payDays.filter(({ isDue }) => isDue).map(({ programName }) => programName)
  const openApplications = applications.reduce((sum, { open }) => sum + open, 0)
  const counts = { openApplications, openCases, openProposals, disputes: disputes.length }
  const isEmpty = [...Object.values(counts), duePrograms.length].every((count) => count === 0)
  return isEmpty ? undefined : { ...counts, duePrograms }
}

const readers: Readonly<Record<MailKind, Reader>> = {
  sign_in: makeLink('operator'),
  invitation: makeLink('operator'),
  member_sign_in: makeLink('member'),
  member_invitation: makeLink('member'),
  payout_reported: read(reportStatement, 'reportId'),
  payout_confirmed: read(confirmationStatement, 'confirmationId'),
  payout_disputed: read(disputeStatement, 'disputeId'),
  payee_changed: read(payeeStatement, 'payeeId'),
  terms_changed: (database, { workspaceId, data: { membershipId, termsVersionId } }) =>
    readTermsChange(database, {
      workspaceId,
      membershipId: String(membershipId),
      id: String(termsVersionId),
    }),
  claim_decided: read(claimStatement, 'caseId'),
  application_received: readApplication('open'),
  application_declined: readApplication('declined'),
  application_filed: readApplication('open'),
  member_left: read(leavingStatement, 'leftMembershipId'),
  ...{
    address_proof: readAddressChange,
    address_changing: readAddressChange,
    address_changed: readAddressChange,
  },
  key_expires: read(keyStatement, 'keyId'),
  endpoint_disabled: read(endpointStatement, 'endpointId'),
  digest: readDigest,
  test: async () => ({}),
}

/** Reads what a mail tells, as it is now; `undefined` where there is nothing to tell any more. */
export async function readContent(database: Queryable, mail: ClaimedMail): Promise<MailContent | undefined> {
  const content = await readers[mail.kind](database, mail)
  return content && ({ kind: mail.kind, ...content } as MailContent)
}
