import type { MailKind } from '@affiliate-platform/contract/console'
import { changeAddress } from '@affiliate-platform/platform/addresses'
import { apply, decideApplication, listApplications } from '@affiliate-platform/platform/applications'
import { decideCase, fileClaim, listCases } from '@affiliate-platform/platform/attribution'
import { actAs } from '@affiliate-platform/platform/audit'
import { type Database, newId } from '@affiliate-platform/platform/database'
import { createMembership, leaveProgram } from '@affiliate-platform/platform/memberships'
import { tellByMail } from '@affiliate-platform/platform/outbox'
import { setPayee } from '@affiliate-platform/platform/payees'
import { type PaymentFact, recordPaymentFact } from '@affiliate-platform/platform/payouts'
import { findAccountByEmail, inviteMember, invitePerson } from '@affiliate-platform/platform/people'
import { updateProgram } from '@affiliate-platform/platform/programs'
import { setTerms } from '@affiliate-platform/platform/terms'
import { buildExampleRules } from '@affiliate-platform/test-support/money-world'
import { insertApp, insertPayout } from '@affiliate-platform/test-support/payout-builders'

/** What somebody's act has sent, to a member or to an operator: the rest comes of time, or of a machine. */
type ToldKind = Exclude<MailKind, 'address_changed' | 'key_expires' | 'endpoint_disabled' | 'digest' | 'test'>

const amount = { amountMinor: '4000', currency: 'USD' }
const actor = 'operator:ada'

/** Makes a workspace with an operator and a member, and what has each of them sent a mail. */
export async function createTellers(database: Database) {
  const app = await insertApp(database)
  const { workspaceId, programId, membershipId } = app
  const ada = { email: 'ada@example.com', name: 'Ada', role: 'owner', actor: 'system' } as const
  await invitePerson(database, { workspaceId, ...ada })
  const adaId = (await findAccountByEmail(database, workspaceId, ada.email))?.id ?? ''
  const invited = await inviteMember(database, { ...app, email: 'mia@example.com', name: 'Mia' })
  const miaId = invited?.person.id ?? ''
  await updateProgram(database, { workspaceId, id: programId }, { hasPublicPage: true })
  let number = 0

  const record = (fact: PaymentFact, id = newId()) =>
    recordPaymentFact(actAs(database, actor), fact, { workspaceId, id })
  async function pay() {
    const payoutId = await insertPayout(database, app)
    const reportId = newId()
    const paid = { method: 'bank', reference: undefined, paidAt: undefined }
    await record({ kind: 'report', payoutId, amount, ...paid }, reportId)
    return reportId
  }
  async function applyAsNew() {
    number += 1
    const email = `applicant-${number}@example.com`
    await apply(database, { workspaceId, programId, email, name: `Nora ${number}`, words: 'My blog' })
    return email
  }

  function saveTerms() {
    number += 1
    const rules = { ...buildExampleRules(), rateBps: 1000 + (number % 1000) }
    const target = { kind: 'membership', id: membershipId } as const
    return setTerms(database, { workspaceId, target, rules, effectiveAtMs: undefined, operator: 'ada' })
  }
  // The first ones are no change.
  await saveTerms()

  /** Tells both addresses; an operator asks for so many as a person may not. */
  const moveAddress = () => {
    number += 1
    const by = { reason: 'called' }
    return changeAddress(database, { workspaceId, accountId: miaId, email: `mia-${number}@new.example`, by })
  }

  const tellers: Readonly<Record<ToldKind, () => Promise<unknown>>> = {
    sign_in: () => tellByMail(database, { workspaceId, accountId: adaId }, 'sign_in'),
    invitation: () => tellByMail(database, { workspaceId, accountId: adaId }, 'invitation'),
    member_sign_in: () => tellByMail(database, { workspaceId, accountId: miaId }, 'member_sign_in'),
    member_invitation: () => tellByMail(database, { workspaceId, accountId: miaId }, 'member_invitation'),
    payout_reported: pay,
    payout_confirmed: async () => record({ kind: 'confirmation', reportId: await pay(), amount }),
    payout_disputed: async () => record({ kind: 'dispute', reportId: await pay(), reason: 'nothing came' }),
    payee_changed: () => {
      number += 1
      const payee = {
        name: 'Mia',
        kind: 'person',
        method: 'paypal',
        email: `mia-${number}@example.com`,
      } as const
      const none = { effectiveFrom: undefined, iban: null, bic: null, town: null, country: null }
      return setPayee(database, { workspaceId, membershipId, ...payee, ...none, actor: `member:${miaId}` })
    },
    terms_changed: saveTerms,
    claim_decided: async () => {
      number += 1
      const shopDomain = `shop-${number}.myshopify.com`
      await fileClaim(database, { workspaceId, membershipId, shopDomain, reason: 'I set it up', actor })
      const page = { after: undefined, limit: 1 }
      const [opened] = await listCases(database, { workspaceId, isWithDecided: false }, page)
      const decision = { decision: 'reject', reason: 'no proof' } as const
      await decideCase(database, { workspaceId, caseId: opened?.id ?? '', actor, ...decision })
    },
    member_left: async () => {
      number += 1
      const name = `Leo ${number}`
      const joined = { workspaceId, programId, groupId: null, name, allowManualClaims: null }
      const membership = await createMembership(database, joined)
      await leaveProgram(database, { workspaceId, membershipId: membership?.id ?? '' })
    },
    address_proof: moveAddress,
    address_changing: moveAddress,
    application_received: applyAsNew,
    application_filed: applyAsNew,
    application_declined: async () => {
      const email = await applyAsNew()
      const page = { after: undefined, limit: 500 }
      const open = await listApplications(database, { workspaceId, programId, state: 'open' }, page)
      const applicationId = open.find((one) => one.email === email)?.id ?? ''
      const decision = { state: 'declined', groupId: null, reason: 'no site' } as const
      await decideApplication(database, { workspaceId, applicationId, ...decision, actor })
    },
  }
  return Object.values(tellers)
}
