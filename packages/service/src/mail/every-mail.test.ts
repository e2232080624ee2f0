import { type MailContent, mailNames } from '@affiliate-platform/contract/console'
import { expect, test } from 'vitest'
import { buildMail } from '../../test/mail/mails.ts'
import { composeMail } from './compose-mail.ts'

const origin = 'https://affiliates.example.com'
/** What nobody outside the platform understands: an id, or a name that only code has. */
const internal = /[0-9a-f]{8}-[0-9a-f]{4}-|\b[a-z]+_[a-z_]+\b|gid:\/\//

const at = new Date('2026-08-01T08:00:00Z')
const id = '019ed000-0000-7000-8000-000000000005'
const usd = (amountMinor: string) => ({ amountMinor, currency: 'USD' })
const rules = {
  ...{ basis: 'net' as const, rateBps: 2000, cpi: usd('500'), includedSaleKinds: ['subscription_sale'] },
  ...{ durationMonths: 12, holdDays: 30, windowDays: 30, threshold: usd('5000'), thresholds: [usd('5000')] },
  ...{ allowExistingShops: false, allowManualClaims: true },
}
const changed = {
  ...{ ...rules, basis: 'gross' as const, rateBps: 2500, cpi: usd('0'), durationMonths: null },
  ...{ includedSaleKinds: ['subscription_sale', 'usage_sale', 'one_time_sale'], holdDays: 14 },
  ...{ windowDays: 60, threshold: usd('2500'), thresholds: [usd('2500')] },
  ...{ allowExistingShops: true, allowManualClaims: false },
}
const payout = { payoutId: id, program: 'Partners', amount: usd('125000') }
const linked = { audience: 'member' as const, askedAt: at, appliesFrom: at, token: 'token' }

/** One of each kind: one that is missing here does not compile. */
const contents: { readonly [Kind in MailContent['kind']]: MailContent & { readonly kind: Kind } } = {
  sign_in: { kind: 'sign_in', token: 'token' },
  invitation: { kind: 'invitation', token: 'token' },
  member_sign_in: { kind: 'member_sign_in', token: 'token' },
  member_invitation: { kind: 'member_invitation', token: 'token' },
  payout_reported: {
    ...{ kind: 'payout_reported', ...payout, method: 'bank_transfer', reference: 'R-1', paidAt: at },
  },
  payout_confirmed: { kind: 'payout_confirmed', ...payout, isByMember: false },
  payout_disputed: { kind: 'payout_disputed', ...payout, member: 'Mia Moore', reason: 'Nothing arrived' },
  payee_changed: {
    ...{ kind: 'payee_changed', membershipId: id, member: 'Mia Moore', program: 'Partners' },
    ...{ isByMember: true, changedAt: at, heldUntil: at },
  },
  terms_changed: {
    kind: 'terms_changed',
    program: 'Partners',
    effectiveAt: at,
    before: rules,
    rules: changed,
  },
  claim_decided: {
    ...{ kind: 'claim_decided', program: 'Partners', membershipId: id, shop: 'maple-lantern.myshopify.com' },
    ...{ isAccepted: false, reason: 'They found the app by themselves.' },
  },
  application_received: { kind: 'application_received', program: 'Partners' },
  application_declined: { kind: 'application_declined', program: 'Partners' },
  application_filed: { kind: 'application_filed', program: 'Partners', programId: id, applicant: 'Ines' },
  member_left: {
    ...{ kind: 'member_left', membershipId: id, member: 'Mia Moore', program: 'Partners', isErased: false },
  },
  address_proof: { kind: 'address_proof', ...linked },
  address_changing: { kind: 'address_changing', ...linked },
  address_changed: { kind: 'address_changed', isTakenBack: false },
  key_expires: { kind: 'key_expires', name: 'Dashboard', hint: 'ab12', expiresAt: at },
  endpoint_disabled: { kind: 'endpoint_disabled', url: 'https://hooks.example.com/x', disabledAt: at },
  digest: {
    ...{ kind: 'digest', openApplications: 2, openCases: 1, openProposals: 1, disputes: 1 },
    duePrograms: ['Partners'],
  },
  test: { kind: 'test' },
}

test('every mail can be read aloud, and has nothing of code in it [D407] [D456]', async () => {
  expect(Object.keys(contents)).toEqual(Object.keys(mailNames))
  const read = Object.values(contents).map((content) => {
    const { subject, text, html } = composeMail(buildMail({ content, unsubscribe: undefined }), origin)
    const words = `${subject}\n\n${text}`.replaceAll(/https:\S+/g, '(link)')
    expect(words).not.toMatch(internal)
    expect(html.match(/<p class="act">/g)?.length ?? 0).toBe(words.split('(link)').length - 1)
    // The sentence after the greeting begins like any other.
    expect(text).toMatch(/^Hello Mia <Moore>,\n\n[A-Z]/)
    return words
  })
  await expect(read.join(`\n${'='.repeat(20)}\n\n`)).toMatchFileSnapshot('../../test/mail/every-mail.txt')
})
