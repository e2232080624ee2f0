import { randomBytes } from 'node:crypto'
import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { listAuditEntries } from '@affiliate-platform/platform/audit'
import { grantRole, toUserHandle } from '@affiliate-platform/platform/people'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test, vi } from 'vitest'
import { findAccountId, folder, origin, signIn } from './sign-in.ts'
import { type Asked, createAuthenticator } from './software-authenticator.ts'

const base = '/api/console/v1'
const host = 'localhost:4010'
const party = { rpId: 'localhost', origin }
const minuteMs = 60_000

type Headers = Readonly<Record<string, string>>
type Name = 'Ada' | 'Finn' | 'Rita'

describeServiceOnEachEngine(
  'passkeys of the console',
  { console: { place: { origin }, folder } },
  (service) => {
    const post = (headers: Headers, path: string, json?: unknown) =>
      service().fetch(path, { method: 'POST', headers, ...(json !== undefined && { json }) })
    const read = async <Value>(response: Response): Promise<Value> => {
      expect(response.status).toBe(200)
      return (await response.json()) as Value
    }
    const ask = async (headers: Headers) =>
      await read<ConsoleResponse<'challengePasskey'>>(await post(headers, `${base}/passkeys/challenge`))
    const add = async (headers: Headers, made: object, name = 'Laptop') =>
      await read<ConsoleResponse<'addPasskey'>>(await post(headers, `${base}/passkeys`, { name, ...made }))
    const list = async (headers: Headers) =>
      (await read<ConsoleResponse<'listPasskeys'>>(await service().fetch(`${base}/passkeys`, { headers })))
        .items
    const remove = (headers: Headers, id: string) => post(headers, `${base}/passkeys/${id}/removal`)
    const challengeOf = async (headers: Headers): Promise<Asked> => ({
      ...party,
      challenge: (await ask(headers)).options?.challenge ?? '',
    })
    /** What anybody is told who wants to sign in. */
    const askToSignIn = async (): Promise<Asked> => {
      // Each is later than the one before.
      service().clock.advance(1)
      const response = await post({ origin }, '/console/passkey-challenge')
      const { options } = await read<{ readonly options: { readonly challenge: string } }>(response)
      return { ...party, challenge: options.challenge }
    }
    const handleOf = async (name: Name) => {
      const accountId = await findAccountId(service(), name)
      const owner = { workspaceId: service().ids.workspaceId, accountId, audience: 'operator' } as const
      return toUserHandle(owner).toString('base64url')
    }
    const send = (handle: string, credentialId: string, signed: object, headers: Headers = { origin }) =>
      post(
        { ...headers, authorization: `Passkey ${handle}.${credentialId}` },
        `${base}/sign-in/passkey`,
        signed,
      )
    /** Somebody with a device that has their passkey. */
    const enrol = async (name: Name) => {
      const device = createAuthenticator()
      const headers = await signIn(service(), name)
      expect(await add(headers, device.make(await challengeOf(headers)))).toEqual({ rejected: null })
      const handle = await handleOf(name)
      const [passkey] = await list(headers)
      const enter = async (counter = 0) =>
        (await send(handle, device.credentialId, device.sign(await askToSignIn(), counter))).status
      return { device, headers, handle, enter, id: passkey?.id ?? '' }
    }

    test('signs in who has added one, with no word of who it is [D343]', async () => {
      const { device, handle } = await enrol('Ada')
      const asked = await askToSignIn()
      const response = await send(handle, device.credentialId, device.sign(asked, 1))
      expect(response.status).toBe(200)
      const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
      expect(cookie).toMatch(/^affiliate-operator=aff_session_/)
      const session = await service().fetch(`${base}/session`, { headers: { cookie } })
      expect(await session.json()).toMatchObject({
        account: { name: 'Ada' },
        role: 'owner',
        hasPasskeys: true,
      })
      const [passkey] = await list({ cookie, origin })
      expect(passkey).toMatchObject({ name: 'Laptop', lastUsedAt: expect.any(String) })
    })

    test('asks every device for a key that it keeps and looks who is there for, once [D343]', async () => {
      const { device, headers } = await enrol('Ada')
      const { options } = await ask(headers)
      expect(options).toMatchObject({
        rp: { id: 'localhost' },
        user: { id: await handleOf('Ada'), name: 'ada@bright.example' },
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
      })
      const excluded = options?.excludeCredentials.map(({ id }) => id)
      expect(excluded).toContain(device.credentialId)
    })

    test('is added within 15 minutes of a sign-in, and says so afterwards [D343]', async () => {
      const headers = await signIn(service(), 'Finn')
      const age = async (interval: string) => {
        const text = `update sessions set created_at = now() - interval '${interval}' where ended_at is null`
        await service().database.query({ name: '', text }, [])
      }
      await age('14 minutes')
      expect((await ask(headers)).rejected).toBeNull()
      await age('16 minutes')
      const { options, rejected } = await ask(headers)
      expect([options, rejected]).toEqual([null, expect.stringContaining('more than 15 minutes ago')])
    })

    test('is made for a challenge of this session, of now, and of its kind, once [D343]', async () => {
      const [finn, rita] = [await signIn(service(), 'Finn'), await signIn(service(), 'Rita')]
      const before = await service().count('passkeys')
      const refused = async (asked: Asked, manners = {}) => {
        const { rejected } = await add(finn, createAuthenticator().make(asked, manners))
        expect(rejected).toContain('does not accept')
      }
      await refused(await challengeOf(rita))
      await refused(await challengeOf(await signIn(service(), 'Finn')))
      await refused(await askToSignIn())
      await refused({ ...party, challenge: 'AAAA' })
      await refused(await challengeOf(finn), { type: 'webauthn.get' })
      await refused(await challengeOf(finn), { isVerified: false })
      await refused({ ...(await challengeOf(finn)), origin: 'https://evil.example' })
      await refused({ ...(await challengeOf(finn)), rpId: 'evil.example' })
      const late = await challengeOf(finn)
      service().clock.advance(5 * minuteMs + 1)
      await refused(late)
      expect(await service().count('passkeys')).toBe(before)

      const asked = await challengeOf(finn)
      service().clock.advance(5 * minuteMs)
      expect((await add(finn, createAuthenticator().make(asked))).rejected).toBeNull()
      await refused(asked)
      expect(await service().count('passkeys')).toBe(before + 1)
    })

    test('is one key for one person, whoever shows it again [D343]', async () => {
      const { device } = await enrol('Ada')
      const rita = await signIn(service(), 'Rita')
      expect((await add(rita, device.make(await challengeOf(rita)))).rejected).toContain('does not accept')
      const asked = await askToSignIn()
      const status = (await send(await handleOf('Rita'), device.credentialId, device.sign(asked, 1))).status
      expect(status).toBe(401)
    })

    test('signs in by a challenge of now and of its kind, once, of several at once too [D343]', async () => {
      const { device, handle, headers } = await enrol('Rita')
      const statusOf = async (asked: Asked, manners = {}) =>
        (await send(handle, device.credentialId, device.sign(asked, 0, manners))).status
      const asked = await askToSignIn()
      const signed = device.sign(asked, 0)
      const presses = Array.from({ length: 5 }, () => send(handle, device.credentialId, signed))
      const statuses = (await Promise.all(presses)).map(({ status }) => status)
      expect(statuses.toSorted()).toEqual([200, 401, 401, 401, 401])
      expect(await statusOf(asked)).toBe(401)
      expect(await statusOf(await challengeOf(headers))).toBe(401)
      expect(await statusOf(await askToSignIn(), { type: 'webauthn.create' })).toBe(401)
      expect(await statusOf(await askToSignIn(), { isVerified: false })).toBe(401)
      expect(await statusOf({ ...(await askToSignIn()), origin: 'https://evil.example' })).toBe(401)
      expect(await statusOf({ ...(await askToSignIn()), rpId: 'evil.example' })).toBe(401)
      const late = await askToSignIn()
      service().clock.advance(5 * minuteMs + 1)
      expect(await statusOf(late)).toBe(401)
      const [older, newer] = [await askToSignIn(), await askToSignIn()]
      expect([await statusOf(newer), await statusOf(older)]).toEqual([200, 401])
    })

    test('signs in by its own signature alone [D343]', async () => {
      const { device, handle } = await enrol('Ada')
      const other = createAuthenticator()
      const asked = await askToSignIn()
      expect((await send(handle, device.credentialId, other.sign(asked, 1))).status).toBe(401)
      const { signature, ...rest } = device.sign(asked, 1)
      const turned = `${signature.slice(0, -6)}AAAAAA`
      expect((await send(handle, device.credentialId, { ...rest, signature: turned })).status).toBe(401)
      expect((await send(handle, device.credentialId, { ...rest, signature })).status).toBe(200)
    })

    test('signs in no more once its counter goes back, as that of a copy does [D343]', async () => {
      const { enter } = await enrol('Ada')
      expect([await enter(0), await enter(0), await enter(7)]).toEqual([200, 200, 200])
      expect([await enter(7), await enter(6), await enter(0)]).toEqual([401, 401, 401])
      expect(await enter(8)).toBe(200)
    })

    test('signs in no more once it was removed, and leaves the session [D343]', async () => {
      const { id, enter, headers } = await enrol('Rita')
      const ada = await signIn(service(), 'Ada')
      expect((await remove(ada, id)).status).toBe(403)
      expect(await enter()).toBe(200)
      for (const _press of [1, 2]) expect((await remove(headers, id)).status).toBe(200)
      expect(await enter()).toBe(401)
      expect((await list(headers)).map((passkey) => passkey.id)).not.toContain(id)
    })

    test('signs nobody in without a role, and goes with the sessions that an owner ends [D343]', async () => {
      const { database, ids } = service()
      const { enter } = await enrol('Finn')
      const key = { workspaceId: ids.workspaceId, accountId: await findAccountId(service(), 'Finn') }
      const insertRole = (role: string | null) =>
        database.query(
          {
            name: '',
            text: `insert into account_roles (workspace_id, id, account_id, number, role, actor)
            select $1, gen_random_uuid(), $2, max(number) + 1, $3, 'system' from account_roles where account_id = $2`,
          },
          [key.workspaceId, key.accountId, role],
        )
      await insertRole(null)
      expect(await enter()).toBe(401)
      await insertRole('finance')
      expect(await enter()).toBe(200)
      const ada = await signIn(service(), 'Ada')
      const ended = await read<ConsoleResponse<'endPersonSessions'>>(
        await post(ada, `${base}/people/${key.accountId}/end-sessions`),
      )
      expect([ended.ended > 0, ended.removed > 0]).toEqual([true, true])
      expect(await enter()).toBe(401)

      const again = await enrol('Finn')
      await grantRole(database, key, { role: null, actor: 'operator:test' })
      await grantRole(database, key, { role: 'finance', actor: 'operator:test' })
      expect(await again.enter()).toBe(401)
    })

    test('stands in the audit as added and removed, by its person, and no sign-in does [D343]', async () => {
      const { id, enter, headers } = await enrol('Ada')
      expect(await enter()).toBe(200)
      await remove(headers, id)
      const { database, ids } = service()
      const subjectId = await findAccountId(service(), 'Ada')
      const filter = { workspaceId: ids.workspaceId, subject: 'passkey', subjectId }
      const entries = await listAuditEntries(database, filter, { after: undefined, limit: 2 })
      const actor = `operator:${subjectId}`
      expect(entries.map((entry) => [entry.action, entry.actor]).toSorted()).toEqual([
        ['change', actor],
        ['create', actor],
      ])
      const removed = entries.find(({ action }) => action === 'change')
      expect(removed?.changes).toEqual({ removed_at: [null, expect.any(String)] })
    })

    test('is looked up with hundreds of guesses at once, and has a quota of its own [D343]', async () => {
      const { device, handle, enter } = await enrol('Rita')
      const signed = createAuthenticator().sign(await askToSignIn(), 0)
      const asked = vi.spyOn(service().database, 'query')
      const guesses = Array.from({ length: 300 }, () =>
        send(handle, randomBytes(32).toString('base64url'), signed),
      )
      const responses = await Promise.all(guesses)
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401]))
      const lookUps = asked.mock.calls.filter(([{ name }]) => name === 'passkey_find_by_credential')
      expect(lookUps.length).toBeLessThan(30)
      asked.mockRestore()
      const statuses: number[] = []
      for (let count = 0; count < 61; count += 1) {
        statuses.push((await send(handle, device.credentialId, signed)).status)
      }
      expect([statuses.indexOf(429), new Set(statuses)]).toEqual([60, new Set([401, 429])])
      service().clock.advance(minuteMs)
      expect(await enter()).toBe(200)
    })

    test.each([undefined, 'null', 'https://evil.example', 'http://localhost:4011'])(
      'signs in from no page of another origin: %s [D343]',
      async (foreign) => {
        const { device, handle } = await enrol('Ada')
        const headers: Headers = foreign === undefined ? {} : { origin: foreign }
        const signed = device.sign(await askToSignIn(), 1)
        expect((await send(handle, device.credentialId, signed, headers)).status).toBe(403)
        expect((await post(headers, '/console/passkey-challenge')).status).toBe(404)
        expect((await send(handle, device.credentialId, signed)).status).toBe(200)
      },
    )

    test('is named in a form that leads nowhere else [D343]', async () => {
      const { device, handle } = await enrol('Ada')
      const signed = device.sign(await askToSignIn(), 1)
      for (const authorization of [
        '',
        'Passkey',
        `Bearer ${handle}.${device.credentialId}`,
        `Passkey ${handle}`,
      ]) {
        const response = await post({ origin, authorization }, `${base}/sign-in/passkey`, signed)
        expect([authorization, response.status]).toEqual([authorization, 401])
      }
      const opened = { origin, authorization: `Passkey ${handle}.${device.credentialId}` }
      expect((await service().fetch(`${base}/session`, { headers: opened })).status).toBe(401)
      expect((await post({ origin, host }, `${base}/sign-in`)).status).toBe(401)
    })
  },
)
