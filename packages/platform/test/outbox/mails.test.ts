import {
  describeMail,
  isOptionalMail,
  type MailContent,
  type Role,
} from '@affiliate-platform/contract/console'
import { sendDueMail } from '@affiliate-platform/test-support/due-mail'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { buildExampleRules } from '@affiliate-platform/test-support/money-world'
import {
  insertApp,
  insertMembership,
  insertPayout,
  type TestApp,
} from '@affiliate-platform/test-support/payout-builders'
import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { createApiKey, rotateApiKey } from '../../src/api-keys.ts'
import { decideCase, fileClaim, listCases } from '../../src/attribution.ts'
import { actAs } from '../../src/audit.ts'
import { newId, readSecret } from '../../src/database.ts'
import { tellDigests } from '../../src/mail/tell-digests.ts'
import {
  createUnsubscribeTokens,
  disableEndpoint,
  enableEndpoint,
  listMails,
  type Mail,
  type MailAttempt,
  removeEndpoint,
  repeatMail,
  saveMailChoice,
  startNotices,
  tellByMail,
} from '../../src/outbox.ts'
import { setPayee } from '../../src/payees.ts'
import { reportEnds } from '../../src/payouts/payment-fact-kinds.ts'
import { recordPaymentFact } from '../../src/payouts.ts'
import { findAccountByEmail, grantRole, inviteMember, invitePerson, removeMember } from '../../src/people.ts'
import { setTerms } from '../../src/terms.ts'
import { updateWorkspace } from '../../src/workspaces.ts'
import { addTestEndpoint } from './told.ts'

const log = pino({ enabled: false })
const amount = { amountMinor: '4000', currency: 'USD' }

/** How a fact of each kind that ends a report begins. */
const factOfEnd = {
  payment_report_retractions: { kind: 'retraction' },
  payment_report_returns: { kind: 'return', reference: 'RETURN-1' },
} as const satisfies Readonly<Record<(typeof reportEnds)[number]['table'], object>>

describeOnEachEngine('mail', (database) => {
  let app: TestApp

  beforeEach(async () => {
    app = await insertApp(database())
    await setPayee(database(), {
      ...{ ...app, effectiveFrom: undefined, name: 'Mia Moore', kind: 'person', method: 'paypal' },
      ...{ email: 'mia@example.com', iban: null, bic: null, town: null, country: null, actor: 'system' },
    })
  })

  const invite = async (name: string, role: Role) => {
    const { workspaceId } = app
    const email = `${name.toLowerCase()}@example.com`
    await invitePerson(database(), { workspaceId, email, name, role, actor: 'system' })
    return (await findAccountByEmail(database(), workspaceId, email))?.id ?? ''
  }

  /** Sends all that is due in the workspace, and returns it. */
  const send = (attempt?: MailAttempt): Promise<readonly Mail[]> =>
    sendDueMail(database(), app.workspaceId, attempt)

  const outcomes = async () => {
    const text = 'select outcome from outbox_mails where workspace_id = $1 order by id, recipient_id'
    const rows = await database().query<{ outcome: string | null }>({ name: '', text }, [app.workspaceId])
    return rows.map(({ outcome }) => outcome)
  }

  const record = (fact: Parameters<typeof recordPaymentFact>[1], actor = 'operator:mia', id = newId()) =>
    recordPaymentFact(actAs(database(), actor), fact, { workspaceId: app.workspaceId, id })

  const saveTerms = (target: Parameters<typeof setTerms>[1]['target'], rateBps: number) =>
    setTerms(database(), {
      ...{ workspaceId: app.workspaceId, target, rules: { ...buildExampleRules(), rateBps } },
      ...{ effectiveAtMs: undefined, operator: 'mia' },
    })

  async function report(reportId = newId()) {
    const payoutId = await insertPayout(database(), app)
    const paid = { method: 'bank', reference: 'R1', paidAt: undefined }
    await record({ kind: 'report', payoutId, amount, ...paid }, undefined, reportId)
    return { payoutId, reportId }
  }

  test('tells a member of a payment and of its confirmation, at the address of their payee [D407]', async () => {
    const { payoutId, reportId } = await report()
    const [reported] = await send()
    expect(reported).toMatchObject({
      ...{ email: 'mia@example.com', name: 'Mia Moore', workspaceName: 'Studio', hasAccount: false },
      content: { kind: 'payout_reported', payoutId, amount, program: 'Partners', reference: 'R1' },
    })
    await record({ kind: 'confirmation', reportId, amount })
    await record({ kind: 'confirmation', reportId, amount }, `member:${app.membershipId}`)
    const confirmed = (await send()).map(({ content }) => content)
    expect(confirmed).toMatchObject([{ kind: 'payout_confirmed', isByMember: false }])
    expect(await send()).toEqual([])
  })

  test('tells whoever acts for a member in the portal instead, as long as they do [D443]', async () => {
    const person = { email: 'noa@example.com', name: 'Noa' }
    const invited = await inviteMember(database(), { ...app, ...person })
    await inviteMember(database(), { ...app, email: 'kim@example.com', name: 'Kim' })
    const { payoutId } = await report()
    const accountId = invited?.person.id ?? ''
    await removeMember(database(), { ...app, accountId })
    const [mail, ...others] = await send()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ email: 'kim@example.com', hasAccount: true })
    expect(mail?.content).toMatchObject({ kind: 'payout_reported', payoutId })
    expect((await outcomes()).toSorted()).toEqual(['taken', 'the person acts for the member no more'])
    await tellByMail(database(), { ...app, accountId }, 'member_sign_in')
    expect(await send()).toEqual([])
    await inviteMember(database(), { ...app, ...person })
    await tellByMail(database(), { ...app, accountId }, 'member_invitation')
    const [invitation] = await send()
    expect(invitation?.content).toMatchObject({ token: expect.stringMatching(/^aff_member_sign_in_/) })
  })

  test('tells whoever acts for members of their terms, once for several of them [D443]', async () => {
    const others = await insertMembership(database(), app)
    for (const membershipId of [app.membershipId, others]) {
      await inviteMember(database(), { ...app, membershipId, email: 'noa@example.com', name: 'Noa' })
    }
    for (const rateBps of [1000, 2000]) await saveTerms({ kind: 'program', id: app.programId }, rateBps)
    const mails = await send()
    expect(mails).toMatchObject([{ email: 'noa@example.com', hasAccount: true }])
    expect(mails.map(({ content }) => changedRates(content))).toEqual(['1000 to 2000'])
  })

  test('tells those of a dispute who move money, and nobody else [D407]', async () => {
    const [, finn] = await Promise.all([
      invite('Ada', 'owner'),
      invite('Finn', 'finance'),
      invite('Sue', 'support'),
    ])
    const { reportId } = await report()
    await send()
    await record({ kind: 'dispute', reportId, reason: 'nothing came' }, `member:${app.membershipId}`)
    await grantRole(
      database(),
      { workspaceId: app.workspaceId, accountId: finn },
      { role: null, actor: 'system' },
    )
    const sent = await send()
    expect(sent.map(({ email }) => email)).toEqual(['ada@example.com'])
    expect(sent[0]?.content).toMatchObject({
      ...{ kind: 'payout_disputed', member: 'Mia Moore', amount, reason: 'nothing came' },
    })
    expect(await outcomes()).toContain('the person has no role any more')
  })

  test('tells a member what was said of their claim last, and of no other case [D445]', async () => {
    const { workspaceId, membershipId } = app
    const shopDomain = 'maple.myshopify.com'
    const claim = { workspaceId, membershipId, shopDomain, reason: 'I set it up', actor: 'member:mia' }
    await fileClaim(database(), claim)
    expect(await send()).toEqual([])
    const page = { after: undefined, limit: 1 }
    const [opened] = await listCases(database(), { workspaceId, isWithDecided: false }, page)
    const plan = { workspaceId, caseId: opened?.id ?? '', actor: 'operator:ada' }
    await decideCase(database(), { ...plan, decision: 'reject', reason: 'no proof' })
    await decideCase(database(), { ...plan, decision: 'accept', reason: 'the merchant said so' })
    const told = { kind: 'claim_decided', program: 'Partners', membershipId, shop: shopDomain }
    expect((await send()).map(({ email, content }) => ({ email, content }))).toEqual(
      Array.from({ length: 2 }, () => ({
        email: 'mia@example.com',
        content: { ...told, isAccepted: true, reason: 'the merchant said so' },
      })),
    )
  })

  test('tells nothing of what was taken back meanwhile, nor where a transaction fails [D407]', async () => {
    for (const { table } of reportEnds) {
      const { reportId } = await report()
      expect(await record({ ...factOfEnd[table], reportId, reason: 'mistake' })).toMatchObject({ ok: true })
    }
    const payoutId = await insertPayout(database(), app)
    const paid = { method: 'bank', reference: undefined, paidAt: undefined }
    const tooMuch = { ...amount, amountMinor: '10001' }
    expect(await record({ kind: 'report', payoutId, amount: tooMuch, ...paid })).toMatchObject({ ok: false })
    expect(await send()).toEqual([])
    expect(await outcomes()).toEqual(reportEnds.map(() => 'there was nothing to tell any more'))
  })

  test('tells members whose terms change what changes, and nobody of the first terms [D407]', async () => {
    const { programId, groupId, membershipId } = app
    const rates = (mails: readonly Mail[]) =>
      mails.map(({ content }) => content).map((content) => changedRates(content))
    await saveTerms({ kind: 'program', id: programId }, 1000)
    expect(await send()).toEqual([])
    await saveTerms({ kind: 'program', id: programId }, 1000)
    expect(await send()).toEqual([])
    await saveTerms({ kind: 'program', id: programId }, 1500)
    expect(rates(await send())).toEqual(['1000 to 1500'])
    await saveTerms({ kind: 'group', id: groupId }, 2000)
    expect(rates(await send())).toEqual(['1500 to 2000'])
    await saveTerms({ kind: 'program', id: programId }, 1600)
    expect(await send()).toEqual([])
    await saveTerms({ kind: 'membership', id: membershipId }, 2500)
    expect(rates(await send())).toEqual(['2000 to 2500'])
    await saveTerms({ kind: 'group', id: groupId }, 2100)
    expect(await send()).toEqual([])
  })

  test('writes no mail of terms of a member whom nobody can reach [D419]', async () => {
    const membershipId = await insertMembership(database(), app)
    const target = { kind: 'membership', id: membershipId } as const
    await saveTerms(target, 1000)
    await saveTerms({ kind: 'program', id: app.programId }, 1500)
    expect(await outcomes()).toHaveLength(1)
    await inviteMember(database(), { ...app, membershipId, email: 'noa@example.com', name: 'Noa' })
    await saveTerms(target, 3000)
    expect((await send()).map(({ email }) => email)).toEqual(['noa@example.com'])
  })

  const changedRates = (content: MailContent) =>
    content.kind === 'terms_changed' && `${content.before.rateBps} to ${content.rules.rateBps}`

  test('tells owners once of a key that expires within a week, and not of one that was replaced [D407]', async () => {
    await Promise.all([invite('Ada', 'owner'), invite('Finn', 'finance')])
    const { workspaceId } = app
    const dayMs = 86_400_000
    const create = async (name: string, days: number) => {
      const key = { workspaceId, appId: undefined, scopes: [], name, kind: 'workspace' } as const
      const made = await createApiKey(database(), { ...key, expiresAtMs: Date.now() + days * dayMs })
      const id = made?.id ?? ''
      const text = `update api_keys set created_at = created_at - interval '90 days' where workspace_id = $1 and id = $2`
      await database().query({ name: '', text }, [workspaceId, id])
      return id
    }
    await create('ends soon', 6)
    await create('ends later', 8)
    const replaced = await create('is replaced', 6)
    const rotation = await rotateApiKey(database(), {
      id: replaced,
      workspaceId,
      overlapMs: 5 * dayMs,
      expiresAtMs: Date.now() + 90 * dayMs,
    })
    expect(rotation).toMatchObject({ ok: true })
    const notice = async () => {
      await startNotices(database(), log).stop()
      return await send()
    }
    const sent = await notice()
    expect(sent.map(({ email, content }) => ({ email, content }))).toMatchObject([
      { email: 'ada@example.com', content: { kind: 'key_expires', name: 'ends soon' } },
    ])
    expect(await notice()).toEqual([])
  })

  test('tells owners of an endpoint whose receiver is gone, unless it is enabled by then [D413]', async () => {
    await invite('Ada', 'owner')
    await invite('Finn', 'finance')
    const { workspaceId } = app
    const url = 'https://receiver.example/path-that-is-a-secret'
    const { id: endpointId } = await addTestEndpoint(database(), { workspaceId, url })
    const key = { workspaceId, endpointId }
    const notice = async () => {
      await startNotices(database(), log).stop()
      return (await send()).filter(({ content }) => content.kind === 'endpoint_disabled')
    }
    await disableEndpoint(database(), key, 'by_hand')
    expect(await notice()).toEqual([])
    await enableEndpoint(database(), key)
    await disableEndpoint(database(), key, 'gone')
    const sent = await notice()
    expect(await notice()).toEqual([])
    expect(sent).toMatchObject([{ email: 'ada@example.com', content: { kind: 'endpoint_disabled', url } }])
    for (const mail of sent) {
      const { subject, paragraphs } = describeMail(mail.content, mail)
      expect(subject).toBe('Webhooks to receiver.example have stopped')
      expect(paragraphs.join(' ')).not.toContain('secret')
    }
    await enableEndpoint(database(), key)
    await disableEndpoint(database(), key, 'gone')
    expect(await notice()).toHaveLength(1)
    await removeEndpoint(database(), key)
    expect(await notice()).toEqual([])
  })

  test('tells the address that money went to that it goes elsewhere, but not where [D451]', async () => {
    const set = (email: string, actor: string) =>
      setPayee(database(), {
        ...{ ...app, effectiveFrom: undefined, name: 'Mia Moore', kind: 'person', method: 'paypal' },
        ...{ email, iban: null, bic: null, town: null, country: null, actor },
      })
    await set('thief@example.com', `member:${newId()}`)
    const [mail, ...others] = await send()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      ...{ email: 'mia@example.com', hasAccount: false, unsubscribe: undefined },
      content: { kind: 'payee_changed', isByMember: true, program: 'Partners', heldUntil: expect.any(Date) },
    })
    expect(JSON.stringify(mail)).not.toContain('thief')
    await set('other@example.com', 'operator:finn')
    const [told] = await send()
    expect(told).toMatchObject({
      email: 'thief@example.com',
      content: { isByMember: false, heldUntil: null },
    })
  })

  test('tells operators each morning what needs a person, where anything does [D411]', async () => {
    const ada = await invite('Ada', 'owner')
    await invite('Rita', 'reader')
    const { workspaceId } = app
    await updateWorkspace(database(), { id: workspaceId, timeZone: 'Asia/Tokyo' })
    const morning = async (instant: string) => {
      await tellDigests(database(), new Date(instant))
      return (await send()).filter(({ content }) => content.kind === 'digest')
    }
    // Half past seven in Tokyo, then half past eight.
    expect(await morning('2027-01-31T22:30:00Z')).toEqual([])
    expect(await morning('2027-01-31T23:30:00Z')).toEqual([])
    expect(await outcomes()).toEqual(['there was nothing to tell any more'])
    const { reportId } = await report()
    await record({ kind: 'dispute', reportId, reason: 'nothing came' })
    expect(await morning('2027-01-31T23:40:00Z')).toEqual([])
    const sent = await morning('2027-02-01T23:30:00Z')
    expect(sent).toMatchObject([{ email: 'ada@example.com', content: { disputes: 1, openCases: 0 } }])
    await saveMailChoice(database(), { workspaceId, recipientId: ada, kind: 'digest' }, false)
    expect(await morning('2027-02-02T23:30:00Z')).toEqual([])
  })

  test('is listed with what came of it, and sent once more [D410]', async () => {
    await report()
    const { workspaceId, membershipId: recipientId } = app
    const list = (state?: 'waiting' | 'sent' | 'failed') =>
      listMails(database(), { workspaceId, state }, { after: undefined, limit: 10 })
    const [waiting] = await list()
    expect(waiting).toMatchObject({ kind: 'payout_reported', recipient: 'Mia Moore', state: 'waiting' })
    await send({ result: 'rejected', outcome: 'the server said 550' })
    expect(await list('failed')).toMatchObject([{ attempts: 1, outcome: 'the server said 550' }])
    const id = waiting?.id ?? ''
    expect(await repeatMail(database(), { workspaceId, id: recipientId, recipientId: undefined })).toBe(0)
    expect(await repeatMail(database(), { workspaceId, id, recipientId })).toBe(1)
    expect(await list('failed')).toEqual([])
    expect(await send()).toHaveLength(1)
    expect(await list('sent')).toMatchObject([{ id, recipientId, attempts: 2 }])
    expect(await repeatMail(database(), { workspaceId, id, recipientId: undefined })).toBe(1)
    expect(await list('waiting')).toHaveLength(1)
    const [last] = await list()
    expect(
      last && (await listMails(database(), { workspaceId, state: undefined }, { after: last, limit: 9 })),
    ).toEqual([])
  })

  test('is not sent to whoever does without, as far as they may [D408]', async () => {
    const tokens = createUnsubscribeTokens(await readSecret(database()))
    await report()
    const [mail] = await send()
    const choice = tokens.read(mail?.unsubscribe ?? '')
    expect(choice).toEqual({
      ...{ workspaceId: app.workspaceId, recipientId: app.membershipId, kind: 'payout_reported' },
    })
    if (choice === undefined) return
    await saveMailChoice(database(), choice, false)
    await report()
    expect(await send()).toEqual([])
    expect(await outcomes()).toContain('the recipient wants no such mail')
    await saveMailChoice(database(), choice, true)
    await report()
    expect(await send()).toHaveLength(1)
    const forged = [
      `${mail?.unsubscribe}x`,
      mail?.unsubscribe?.replace('reported', 'disputed'),
      '',
      'a.b.sign_in.c',
    ]
    expect(forged.map((text = '') => tokens.read(text))).toEqual([undefined, undefined, undefined, undefined])
    expect(isOptionalMail('sign_in')).toBe(false)
  })

  test('of one workspace does not keep that of another waiting, however much it is [D407]', async () => {
    const accountId = await invite('Ada', 'owner')
    const other = await insertApp(database())
    const text = `
      insert into outbox_mails (workspace_id, id, recipient_id, membership_id, kind)
      select $1, gen_random_uuid(), $2, $2, 'payout_reported' from generate_series(1, 1000)`
    await database().query({ name: '', text }, [other.workspaceId, other.membershipId])
    await tellByMail(database(), { workspaceId: app.workspaceId, accountId }, 'sign_in')
    await send()
    const left = 'select from outbox_mails where workspace_id = $1 and next_attempt_at is not null'
    const waiting = await database().query({ name: '', text: left }, [other.workspaceId])
    expect(waiting.length).toBeGreaterThan(900)
  })

  test('that nobody could send for three days is not sent after all [D407]', async () => {
    await report()
    const age = `update outbox_mails set queued_at = now() - interval '73 hours' where workspace_id = $1`
    await database().query({ name: '', text: age }, [app.workspaceId])
    expect(await send()).toEqual([])
  })
})
