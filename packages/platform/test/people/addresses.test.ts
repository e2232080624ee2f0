import { randomBytes } from 'node:crypto'
import { sendDueMail, tokenOf } from '@affiliate-platform/test-support/due-mail'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp, insertRecord, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { beforeEach, expect, test } from 'vitest'
import { changeAddress, confirmAddress, takeBackAddress } from '../../src/addresses.ts'
import { actAs, listAuditEntries } from '../../src/audit.ts'
import { newId, readDatabaseTime, readSecret } from '../../src/database.ts'
import { erasePerson } from '../../src/erasure.ts'
import {
  type Audience,
  createAddressLinks,
  createSignInSearch,
  findAccount,
  findAccountByEmail,
  grantRole,
  insertPasskey,
  inviteMember,
  invitePerson,
  issueSignInLink,
  listPasskeys,
  listSessions,
  useSignInLink,
} from '../../src/people.ts'

const [old, other] = ['mia@example.com', 'mia@example.org']
const hours = (count: number) => `${count} hours`

describeOnEachEngine('the address of a person', (database) => {
  let app: TestApp
  let accountId: string

  beforeEach(async () => {
    app = await insertApp(database())
    accountId = (await inviteMember(database(), { ...app, email: old, name: 'Mia' }))?.person.id ?? ''
  })

  const run = <Row = Record<string, unknown>>(text: string, values: readonly unknown[] = []) =>
    database().query<Row>({ name: '', text }, values)
  const key = () => ({ workspaceId: app.workspaceId, accountId })
  const emailOf = async (id = accountId) =>
    (await findAccount(database(), { ...key(), accountId: id }))?.email
  const mails = () => sendDueMail(database(), app.workspaceId)
  const ask = (email = other, audience: Audience = 'member') =>
    changeAddress(database(), { ...key(), email, by: { audience } })
  const enter = async (audience: Audience = 'member', id = accountId) => {
    const link = await issueSignInLink(database(), { ...key(), accountId: id }, audience)
    const found = await createSignInSearch(database())(link?.token ?? '')
    await useSignInLink(database(), { workspaceId: app.workspaceId, id: found?.id ?? '' }, audience)
    const [session] = await listSessions(database(), { ...key(), accountId: id }, audience)
    return { ...key(), accountId: id, id: session?.id ?? '', audience }
  }
  /** Asks for an address and uses its link; returns what the one before was sent. */
  const change = async (email = other) => {
    expect(await ask(email)).toMatchObject({ ok: true })
    const sent = await mails()
    expect(await confirmAddress(database(), await enter(), tokenOf(sent, 'address_proof'))).toBe('changed')
    return tokenOf(sent, 'address_changing')
  }
  /** Moves what was done into the past. */
  const age = (past: string) =>
    run(
      `update address_changes set created_at = created_at - $2::interval, applies_from = applies_from - $2::interval,
        applied_at = applied_at - $2::interval
      where workspace_id = $1`,
      [app.workspaceId, past],
    )

  test('is another one once its link was used, and the one before is told at once [D449]', async () => {
    const session = await enter()
    await ask('Mia@Example.org')
    const sent = await mails()
    expect(sent.map(({ email, name, content }) => [email, name, content.kind]).toSorted()).toEqual([
      [old, 'Mia', 'address_changing'],
      [other, 'Mia', 'address_proof'],
    ])
    expect(await emailOf()).toBe(old)
    const token = tokenOf(sent, 'address_proof')
    expect(await confirmAddress(actAs(database(), `member:${accountId}`), session, token)).toBe('changed')
    expect(await emailOf()).toBe(other)
    expect(await confirmAddress(database(), session, token)).toBe('expired')
    const page = { after: undefined, limit: 50 }
    const entries = await listAuditEntries(database(), { workspaceId: app.workspaceId }, page)
    const told = entries.filter(({ subjectId }) => subjectId === accountId)
    expect(told.map(({ subject, action }) => `${action} ${subject}`)).toEqual(
      expect.arrayContaining(['create address_change', 'change address_change', 'change account']),
    )
    expect(told.find(({ action, subject }) => action === 'change' && subject === 'account')).toMatchObject({
      ...{ actor: `member:${accountId}`, changes: { email: ['not kept', 'not kept'] } },
    })
    expect(JSON.stringify(entries)).not.toContain('example.org')
  })

  test('is changed by no link that is old, tampered with, of another change, person, half or workspace [D449]', async () => {
    const session = await enter()
    const noa = (await inviteMember(database(), { ...app, email: 'noa@example.com', name: 'Noa' }))?.person.id
    await ask()
    const token = tokenOf(await mails(), 'address_proof')
    const links = createAddressLinks(await readSecret(database()))
    const link = links.read('proof', token)
    if (link === undefined) throw new Error('A link that was made here is read.')
    const madeAt = (minutes: number) => new Date(link.madeAt.getTime() - minutes * 60_000)
    const elsewhere = await insertApp(database())
    const tries: readonly (readonly [string, Partial<typeof session>])[] = [
      [links.make('proof', { ...link, madeAt: madeAt(31) }), {}],
      [links.make('take_back', link), {}],
      [links.make('proof', { ...link, id: newId() }), {}],
      [links.make('proof', { ...link, workspaceId: elsewhere.workspaceId }), {}],
      [`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, {}],
      [token.replace(link.id, newId()), {}],
      ['', {}],
      ['..', {}],
      [token, { accountId: noa ?? '' }],
      [token, { audience: 'operator' }],
      [token, { workspaceId: elsewhere.workspaceId }],
    ]
    for (const [tried, of] of tries) {
      expect([tried, await confirmAddress(database(), { ...session, ...of }, tried)]).toEqual([
        tried,
        'expired',
      ])
    }
    expect(await emailOf()).toBe(old)
    // The later of two links counts.
    await ask('mia@example.net')
    const later = tokenOf(await mails(), 'address_proof')
    expect(await confirmAddress(database(), session, token)).toBe('expired')
    expect(await confirmAddress(database(), session, later)).toBe('changed')
    expect(links.read('proof', later)?.madeAt.getTime()).toBeLessThanOrEqual(
      (await readDatabaseTime(database())).getTime(),
    )
  })

  test('is guessed by nobody: 10,000 tokens that were not sent change nothing [D449]', async () => {
    const session = await enter()
    const asked = await ask()
    const id = asked.ok ? asked.change.id : ''
    const now = (await readDatabaseTime(database())).getTime()
    const links = createAddressLinks(await readSecret(database()))
    const guesses = Array.from(
      { length: 10_000 },
      () => `${app.workspaceId}.${id}.${now}.${randomBytes(32).toString('base64url')}`,
    )
    expect(guesses.filter((guess) => links.read('proof', guess) ?? links.read('take_back', guess))).toEqual(
      [],
    )
    expect(await confirmAddress(database(), session, guesses[0] ?? '')).toBe('expired')
    expect(await takeBackAddress(database(), guesses[1] ?? '')).toBe('too_late')
  })

  test('is asked for alike, known or not, and one that somebody has is told who reads its mail [D449]', async () => {
    const session = await enter()
    const noa = (await inviteMember(database(), { ...app, email: other, name: 'Noa' }))?.person.id
    const known = await ask()
    const sent = await mails()
    expect(known).toMatchObject({ ok: true, change: { email: other } })
    expect(sent.map(({ email, name }) => [email, name]).toSorted()).toEqual([
      [old, 'Mia'],
      [other, 'Mia'],
    ])
    expect(await confirmAddress(database(), session, tokenOf(sent, 'address_proof'))).toBe('taken')
    expect([await emailOf(), await emailOf(noa)]).toEqual([old, other])
    expect(await ask(old)).toEqual({ ok: false, rejection: 'same' })
  })

  test('is asked for five times in a day, and by who works in the console there alone [D449]', async () => {
    for (const number of [1, 2, 3, 4, 5]) expect((await ask(`mia${number}@example.org`)).ok).toBe(true)
    expect(await ask()).toEqual({ ok: false, rejection: 'too_often' })
    await age(hours(25))
    expect((await ask()).ok).toBe(true)
    const token = tokenOf(await mails(), 'address_proof')
    const session = await enter()
    await grantRole(database(), key(), { role: 'reader', actor: 'system' })
    expect(await confirmAddress(database(), session, token)).toBe('expired')
    expect(await ask()).toEqual({ ok: false, rejection: 'operator' })
    expect((await ask(other, 'operator')).ok).toBe(true)
    const operator = await enter('operator')
    expect(await confirmAddress(database(), operator, tokenOf(await mails(), 'address_proof'))).toBe(
      'changed',
    )
  })

  test('ends sessions of both halves but one, and links that were sent, and keeps passkeys [D449] [D455]', async () => {
    await invitePerson(database(), { ...key(), email: old, name: 'Mia', role: 'owner', actor: 'system' })
    await insertPasskey(database(), {
      ...{ ...key(), audience: 'operator', id: newId(), name: 'Phone', counter: 0, transports: [] },
      ...{ credentialId: randomBytes(32), publicKey: randomBytes(77), challengedAt: new Date() },
    })
    await enter('member')
    await enter('operator')
    const session = await enter('operator')
    const [link, memberLink] = [
      await issueSignInLink(database(), key()),
      await issueSignInLink(database(), key(), 'member'),
    ]
    await ask(other, 'operator')
    const token = tokenOf(await mails(), 'address_proof')
    expect(await confirmAddress(database(), session, token)).toBe('changed')
    const left = async (audience: Audience) =>
      (await listSessions(database(), key(), audience)).map(({ id }) => id)
    expect([await left('operator'), await left('member')]).toEqual([[session.id], []])
    for (const { token: sent } of [link, memberLink].flatMap((one) => (one === undefined ? [] : [one]))) {
      expect(await createSignInSearch(database())(sent)).toBeUndefined()
    }
    expect(await listPasskeys(database(), { ...key(), audience: undefined })).toHaveLength(1)
  })

  test('is kept, or taken back for seven days, from the one before: whoever is signed in is signed out [D449]', async () => {
    await enter()
    await ask()
    const first = await mails()
    expect(await takeBackAddress(database(), tokenOf(first, 'address_changing'))).toBe('stopped')
    expect(await listSessions(database(), key(), 'member')).toEqual([])
    const session = await enter()
    expect(await confirmAddress(database(), session, tokenOf(first, 'address_proof'))).toBe('expired')

    const back = await change()
    await insertPasskey(database(), {
      ...{ ...key(), audience: 'member', id: newId(), name: 'Phone', counter: 0, transports: [] },
      ...{ credentialId: randomBytes(32), publicKey: randomBytes(77), challengedAt: new Date() },
    })
    await age(hours(167))
    expect(await takeBackAddress(database(), back)).toBe('taken_back')
    expect(await emailOf()).toBe(old)
    expect(await listSessions(database(), key(), 'member')).toEqual([])
    expect(await listPasskeys(database(), { ...key(), audience: undefined })).toEqual([])
    expect((await mails()).map(({ email, content }) => [email, content])).toEqual([
      [other, { kind: 'address_changed', isTakenBack: true }],
    ])
    expect(await takeBackAddress(database(), back)).toBe('too_late')

    const late = await change()
    await age(hours(169))
    expect(await takeBackAddress(database(), late)).toBe('too_late')
    expect(await emailOf()).toBe(other)
  })

  test('is taken back from the first of several in a row, and from no later one then [D449]', async () => {
    const fromOld = await change()
    const fromOther = await change('mia@example.net')
    expect(await takeBackAddress(database(), fromOld)).toBe('taken_back')
    expect(await takeBackAddress(database(), fromOther)).toBe('too_late')
    expect(await emailOf()).toBe(old)
  })

  test('is nobody else’s as long as it can be taken back [D455]', async () => {
    const back = await change()
    const invited = await inviteMember(database(), { ...app, email: old, name: 'Somebody' })
    expect(invited?.person).toMatchObject({ id: accountId, email: other, name: 'Mia' })
    const noa = (await inviteMember(database(), { ...app, email: 'noa@example.com', name: 'Noa' }))?.person.id
    const ofNoa = { ...key(), accountId: noa ?? '' }
    await changeAddress(database(), { ...ofNoa, email: old, by: { audience: 'member' } })
    const token = tokenOf(await mails(), 'address_proof')
    expect(await confirmAddress(database(), await enter('member', noa), token)).toBe('taken')
    expect(await takeBackAddress(database(), back)).toBe('taken_back')

    await change()
    await age(hours(169))
    expect(await findAccountByEmail(database(), app.workspaceId, old)).toBeUndefined()
    const next = await inviteMember(database(), { ...app, email: old, name: 'Somebody' })
    expect(next?.person.id).not.toBe(accountId)
  })

  test('takes along what was applied for under it, there and back [D455]', async () => {
    const apply = (email: string, state = 'open') =>
      insertRecord(database(), 'applications', {
        ...{ workspace_id: app.workspaceId, app_id: app.appId, program_id: app.programId },
        ...{ id: newId(), email, name: 'Mia', words: 'my blog', state },
        ...(state !== 'open' && { decided_at: new Date(), actor: 'system' }),
      })
    await apply(old)
    await apply(old, 'declined')
    const emails = async () =>
      (
        await run<{ readonly email: string }>(
          'select email from applications where workspace_id = $1 order by email',
          [app.workspaceId],
        )
      ).map(({ email }) => email)
    const back = await change()
    expect(await emails()).toEqual([other, other])
    await takeBackAddress(database(), back)
    expect(await emails()).toEqual([old, old])
  })

  test('is in no table any more once its person was erased, neither of both [D455]', async () => {
    await change()
    await erasePerson(database(), { ...key(), actor: 'operator:ada', isDryRun: false })
    const kept = await run('select from address_changes where workspace_id = $1', [app.workspaceId])
    expect(kept).toEqual([])
  })

  test('is theirs by one of many presses of the button at once [D449]', async () => {
    const session = await enter()
    await ask()
    const token = tokenOf(await mails(), 'address_proof')
    const proofs = await Promise.all(
      Array.from({ length: 10 }, () => confirmAddress(database(), session, token)),
    )
    expect(proofs.toSorted()).toEqual(['changed', ...Array.from({ length: 9 }, () => 'expired')])
  })
})
