import { randomBytes } from 'node:crypto'
import { type Operation, operations } from '@affiliate-platform/contract'
import { type MemberResponse, memberOperations, memberViewHeader } from '@affiliate-platform/contract/console'
import { changeAddress } from '@affiliate-platform/platform/addresses'
import { insertPasskey } from '@affiliate-platform/platform/people'
import { sendDueMail, tokenOf } from '@affiliate-platform/test-support/due-mail'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import {
  pick,
  report,
  runInLanes,
  scale,
  startPart,
  startRandom,
} from '@affiliate-platform/test-support/guarantee-scale'
import { expect, test } from 'vitest'
import { folder, origin } from '../console/sign-in.ts'
import { addMember, beginView, type Headers, signInMember } from './sign-in-member.ts'

const tries = scale({ quick: 400, soak: 10_000 })
const base = '/api/portal/v1'

/** What is open to others than members who are signed in. */
const openTo: Readonly<Record<string, string>> = {
  signInMember: 'member_sign_in',
  askForMemberLink: 'visitor',
  readPublicPage: 'visitor',
  applyToProgram: 'visitor',
  signInMemberByPasskey: 'passkey',
  proveAddress: 'visitor',
  takeBackAddress: 'visitor',
}

const payee = {
  ...{ name: 'Mia', kind: 'person', method: 'paypal', email: 'mia@elsewhere.example' },
  ...{ iban: null, bic: null, town: null, country: null },
}

/** What other members have; of each, what nobody has is tried too. */
interface Strange {
  readonly memberships: readonly string[]
  readonly payouts: readonly string[]
  readonly commissions: readonly string[]
  readonly reports: readonly string[]
  readonly confirmations: readonly string[]
  readonly disputes: readonly string[]
  readonly claims: readonly string[]
  readonly sessions: readonly string[]
  readonly passkeys: readonly string[]
  /** Of a link that gives somebody else another address. */
  readonly addressTokens: readonly string[]
  /** By which another operator sees the portal, and as another member. */
  readonly views: readonly string[]
}

type Name = keyof typeof memberOperations

interface Attempt {
  /** The record of the path. */
  readonly id?: string | undefined
  readonly query?: string
  readonly body?: unknown
  /** The view that the request names. */
  readonly view?: string
}

interface Own {
  readonly membership: string
  readonly payout: string
  /** By which somebody else goes on with a list of theirs. */
  readonly strangeCursor: string
}

type Choose = (of: keyof Strange) => string

const ofMember = (of: Choose): Attempt => ({ id: of('memberships') })
const byToken = (of: Choose): Attempt => ({ body: { token: of('addressTokens') } })
const ofTheirs = (name: string) => (of: Choose, own: Own) => ({
  ...{ id: own.membership, query: `${name}=${of('memberships')}` },
})
const amount = { amountMinor: '1', currency: 'USD' }

/** What an answer about a payment says, of what another one has been paid or has said. */
const answers = (of: Choose) => {
  const id = crypto.randomUUID()
  return [
    { kind: 'confirmation', id, reportId: of('reports'), amount },
    { kind: 'dispute', id, reportId: of('reports'), reason: 'mine' },
    { kind: 'confirmation_retraction', confirmationId: of('confirmations'), reason: 'mine' },
    { kind: 'closing', disputeId: of('disputes'), resolution: 'mine' },
  ] as const
}
const kindsOfAnswer = [0, 1, 2, 3] as const

/** How each operation of the portal can name what another one has. One that is missing here does not compile. Where it names nothing, it is about who asks, or about nobody. */
const attempts: { readonly [Of in Name]: readonly ((of: Choose, own: Own) => Attempt)[] } = {
  signInMember: [],
  askForMemberLink: [],
  signOutMember: [],
  readMemberSession: [(of) => ({ view: of('views') })],
  listMemberSessions: [],
  endMemberSession: [(of) => ({ id: of('sessions') })],
  endOtherMemberSessions: [],
  listMemberMailChoices: [],
  setMemberMailChoice: [],
  readMemberAddress: [],
  changeMemberAddress: [],
  confirmMemberAddress: [byToken],
  proveAddress: [byToken],
  takeBackAddress: [byToken],
  listMemberPasskeys: [],
  challengeMemberPasskey: [],
  addMemberPasskey: [],
  removeMemberPasskey: [(of) => ({ id: of('passkeys') })],
  signInMemberByPasskey: [],
  readHome: [ofMember, (of) => ({ ...ofMember(of), view: of('views') })],
  listEarnings: [
    ofMember,
    (of) => ({ ...ofMember(of), query: 'status=held&currency=USD' }),
    (of, { strangeCursor }) => ({ ...ofMember(of), query: `cursor=${strangeCursor}&limit=1` }),
    (of, { membership: id }) => ({ id, query: `payoutId=${of('payouts')}` }),
    ofTheirs('membershipId'),
  ],
  explainEarning: [(of) => ({ id: of('commissions') })],
  listOwnPayouts: [
    ofMember,
    (of) => ({ ...ofMember(of), query: 'status=reported' }),
    ofTheirs('membershipId'),
  ],
  readOwnPayout: [(of) => ({ id: of('payouts') })],
  answerPayment: kindsOfAnswer.flatMap((kind) => [
    (of: Choose) => ({ id: of('payouts'), body: answers(of)[kind] }),
    (of: Choose, { payout: id }: Own) => ({ id, body: answers(of)[kind] }),
  ]),
  readOwnPayee: [ofMember],
  changeOwnPayee: [(of) => ({ ...ofMember(of), body: payee })],
  listOwnLinks: [ofMember],
  createOwnLink: [(of) => ({ ...ofMember(of), body: { label: 'mine' } })],
  listOwnReferrals: [
    ofMember,
    (of) => ({ ...ofMember(of), query: 'status=earning' }),
    ofTheirs('membershipId'),
  ],
  readOwnTerms: [ofMember],
  listOwnMaterials: [ofMember],
  listOwnClaims: [
    ofMember,
    (of) => ({ ...ofMember(of), query: `cursor=${of('claims')}` }),
    (of, { membership: id }) => ({ id, query: `cursor=${of('claims')}` }),
  ],
  fileOwnClaim: [
    (of) => ({
      ...ofMember(of),
      body: { shop: 'nobody.myshopify.com', day: '2026-01-05', words: 'mine' },
    }),
  ],
  leaveOwnProgram: [ofMember],
  readOwnErasure: [],
  eraseOwnAccount: [],
  readPublicPage: [],
  applyToProgram: [],
  downloadStatement: [
    (of) => ({ ...ofMember(of), query: 'currency=USD&from=2026-01-01&to=2026-03-31' }),
    (of, { membership: id }) => ({
      ...{ id, query: `currency=USD&from=2026-01-01&to=2026-03-31&membershipId=${of('memberships')}` },
    }),
  ],
  downloadOwnData: [],
}

/** Each of them once, with the operation that it asks for. */
const kinds = Object.values<Operation>(memberOperations).flatMap((operation) =>
  attempts[operation.id as Name].map((attempt) => ({ operation, attempt })),
)
/** What other members have, and what nobody has. */
interface Strange {
  readonly memberships: readonly string[]
  readonly payouts: readonly string[]
  readonly commissions: readonly string[]
  readonly reports: readonly string[]
  readonly sessions: readonly string[]
  readonly passkeys: readonly string[]
  /** Of a link that gives somebody else another address. */
  readonly addressTokens: readonly string[]
}

describeServiceOnEachEngine(
  'the reach of a member',
  { console: { place: { origin }, folder } },
  (service) => {
    const query = <Row>(text: string, values: readonly unknown[] = []) =>
      service().database.query<Row>({ name: '', text }, values)
    const read = async <Value>(path: string, headers: Headers) => {
      const response = await service().fetch(`${base}${path}`, { headers })
      expect([path, response.status]).toEqual([path, 200])
      return (await response.json()) as Value
    }

    /** Has somebody else ask for another address; returns what their link holds. */
    async function sendAddressLink(name: string, membershipId: string): Promise<string> {
      const { database, ids } = service()
      const person = await addMember(service(), name, membershipId)
      await changeAddress(database, { ...person, email: 'new@new.example', by: { audience: 'member' } })
      return tokenOf(await sendDueMail(database, ids.workspaceId), 'address_proof')
    }

    /** Lets somebody who acts for another member have one of everything. */
    async function insertNoa(other: string) {
      const noa = await signInMember(service(), 'Noa', other)
      await insertPasskey(service().database, {
        ...{ ...(await addMember(service(), 'Noa', other)), audience: 'member', name: 'Phone' },
        ...{ id: crypto.randomUUID(), counter: 0, transports: [], challengedAt: new Date() },
        ...{ credentialId: randomBytes(32), publicKey: randomBytes(77) },
      })
      for (const shop of ['noas-first.myshopify.com', 'noas-second.myshopify.com']) {
        const json = { shop, day: '2026-01-05', words: 'Noa met them' }
        const path = `${base}/memberships/${other}/claims`
        expect((await service().fetch(path, { method: 'POST', headers: noa, json })).status).toBe(200)
      }
      return { noa, addressTokens: [await sendAddressLink('Noa', other)] }
    }

    async function findStrange(own: string): Promise<Omit<Strange, 'addressTokens' | 'views'>> {
      const idsOf = async (text: string) =>
        (await query<{ readonly id: string }>(text, [own])).map(({ id }) => id)
      const others = (table: string) => idsOf(`select id from ${table} where membership_id <> $1 limit 300`)
      const ofOtherPayouts = (table: string) =>
        idsOf(
          `select said.id from ${table} said join payouts payout on payout.id = said.payout_id
          where payout.membership_id <> $1 limit 300`,
        )
      const ofOtherPeople = (table: string) =>
        idsOf(
          `select id from ${table} where account_id not in (
            select account_id from membership_people where membership_id = $1
          )`,
        )
      return {
        memberships: await idsOf('select id from memberships where id <> $1'),
        payouts: await others('payouts'),
        commissions: await others('commissions'),
        reports: await ofOtherPayouts('payment_reports'),
        confirmations: await ofOtherPayouts('payment_confirmations'),
        disputes: await ofOtherPayouts('payment_disputes'),
        claims: await idsOf("select id from evidence where membership_id <> $1 and kind = 'claim'"),
        passkeys: await ofOtherPeople('passkeys'),
        sessions: await ofOtherPeople('sessions'),
      }
    }

    /** How many rows each table has, but for how often somebody has asked. */
    async function countRows() {
      const tables = await query<{ readonly name: string }>(
        `select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'quota_windows'
        order by 1`,
      )
      const counts = tables.map(({ name }) => `(select count(*) from ${name}) as ${name}`)
      return await query(`select ${counts.join(', ')}`)
    }

    test(`is theirs alone: ${tries} tries at what another one has are rejected as what nobody has [D440]`, async () => {
      startRandom()
      const { membershipId: own } = service().ids
      const mia = await signInMember(service(), 'Mia')
      const [other = ''] = (await findStrange(own)).memberships
      const { noa, addressTokens } = await insertNoa(other)
      const views = (
        await Promise.all([beginView(service(), 'Ada', other), beginView(service(), 'Ada')])
      ).map((view) => view[memberViewHeader])
      const strange: Strange = { ...(await findStrange(own)), addressTokens, views }
      for (const [of, some] of Object.entries(strange)) expect([of, some.length]).not.toEqual([of, 0])
      const payouts = await read<MemberResponse<'listOwnPayouts'>>(`/memberships/${own}/payouts`, mia)
      const { nextCursor } = await read<MemberResponse<'listEarnings'>>(
        `/memberships/${other}/earnings?limit=1`,
        noa,
      )
      expect(nextCursor).not.toBeNull()
      const theirs = { membership: own, payout: payouts.items[0]?.id ?? '', strangeCursor: nextCursor ?? '' }
      const send = async ({ method, path }: Operation, attempt: Attempt, headers: Headers) => {
        // Visitors may ask less often.
        service().clock.advance(/\/address\/(?:proof|return)$/.test(path) ? 6100 : 100)
        const { id = '', query = '', body, view } = attempt
        const response = await service().fetch(`${path.replace(':id', id)}?${query}`, {
          method,
          headers: { ...headers, ...(view !== undefined && { [memberViewHeader]: view }) },
          ...(body !== undefined && { json: body }),
        })
        const { requestId: _requestId, ...told } = (await response.json()) as Record<string, unknown>
        return JSON.stringify([response.status, told])
      }
      // An operator who sees what the member sees reaches as far as they do.
      const callers = [mia, await beginView(service(), 'Finn')]
      const before = await countRows()
      const seen = new Map<string, Set<string>>()
      await runInLanes({ count: tries, lanes: 4 }, async (part) => {
        const random = startPart(part)
        const { operation, attempt } = kinds[part % kinds.length] as (typeof kinds)[number]
        const headers = callers[Math.floor(part / kinds.length) % callers.length] as Headers
        const foreign = await send(
          operation,
          attempt((of) => pick(random, strange[of]), theirs),
          headers,
        )
        const unknown = await send(
          operation,
          attempt(() => crypto.randomUUID(), theirs),
          headers,
        )
        expect([operation.id, foreign]).toEqual([operation.id, unknown])
        seen.set(foreign, (seen.get(foreign) ?? new Set()).add(operation.id))
      })
      const told = [...seen].map(([text, by]) => {
        const [status, body] = JSON.parse(text) as readonly [number, object]
        return { status, body, by: [...by].toSorted() }
      })
      const those = (status: number) => told.filter((of) => of.status === status)
      expect(those(403)).toMatchObject([
        { body: { detail: expect.stringContaining('does not exist or is not accessible') } },
        { body: { detail: expect.stringContaining('neither shown nor done to an operator') } },
      ])
      // Nobody else's view is one, neither for a member nor for another operator.
      const byView = { body: { code: 'missing_credential' }, by: ['readHome', 'readMemberSession'] }
      expect(those(401)).toMatchObject([byView, byView])
      // No list has a filter by the member: it has the one of its path.
      expect(those(400)).toMatchObject([{ body: { errors: [{ parameter: 'membershipId' }] } }])
      // Links about addresses say of another one's, and of what is none, that nothing was done.
      expect(
        those(200)
          .map(({ body }) => JSON.stringify(body))
          .toSorted(),
      ).toEqual([
        '{"appliesFrom":null}',
        '{"items":[],"nextCursor":null,"closed":null}',
        '{"outcome":"too_late"}',
        '{"rejected":"expired"}',
      ])
      const tried = new Set(told.flatMap(({ by }) => by))
      expect(told.length).toBe([400, 401, 403, 200].flatMap(those).length)
      expect([...tried].toSorted()).toEqual([...new Set(kinds.map(({ operation: { id } }) => id))].toSorted())
      expect(await countRows()).toEqual(before)
      // Another one's cursor says nothing to who has it: it goes on with no list of theirs.
      const taken = await service().fetch(
        `${base}/memberships/${own}/earnings?cursor=${nextCursor}&limit=1`,
        {
          headers: mia,
        },
      )
      expect([taken.status, await taken.json()]).toMatchObject([400, { code: 'invalid_cursor' }])
      report(
        `${tries} tries at what other members have, in ${kinds.length} ways, and as many at what nobody has: all responses equal, no row written`,
      )
    })

    test('is all that they are told of: nothing that they read of themself names anybody else [D440]', async () => {
      const { membershipId: own } = service().ids
      const mia = await signInMember(service(), 'Mia')
      const strange = new Set(Object.values(await findStrange(own)).flat())
      const firstOf = (table: string) =>
        query<{ readonly id: string }>(`select id from ${table} where membership_id = $1 limit 1`, [own])
      const ids: Readonly<Record<string, string>> = {
        membership: own,
        payout: (await firstOf('payouts'))[0]?.id ?? '',
        commission: (await firstOf('commissions'))[0]?.id ?? '',
      }
      const reads = Object.values<Operation>(memberOperations).filter(
        ({ method, sources }) => method === 'GET' && sources.includes('member_session'),
      )
      for (const { id: name, path, pathRecord } of reads) {
        const query = name === 'downloadStatement' ? '?currency=USD&from=2020-01-01&to=2026-10-31' : ''
        const response = await service().fetch(
          `${path.replace(':id', ids[pathRecord ?? ''] ?? '')}${query}`,
          { headers: mia },
        )
        const text = await response.text()
        expect([name, response.status]).toEqual([name, 200])
        const named = text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
        expect([name, named.filter((id) => strange.has(id))]).toEqual([name, []])
        expect([name, /noa/i.test(text)]).toEqual([name, false])
      }
    })

    test('is in every operation of the portal, which nothing but their session opens [D440]', async () => {
      const { keys, ids } = service()
      const [affiliate, workspace] = [keys.affiliate, keys.workspace]
      const headers = await signInMember(service(), 'Mia')
      for (const { id, method, path, sources } of Object.values<Operation>(memberOperations)) {
        // Of what else a view of an operator may read, there is a closed list in member-views.test.ts.
        const own = sources.filter((source) => source !== 'member_view')
        expect(own).toEqual([openTo[id] ?? 'member_session'])
        for (const key of [undefined, affiliate, workspace]) {
          const at = path.replace(':id', ids.membershipId)
          const response = await service().fetch(at, { method, ...(key !== undefined && { key }) })
          // A visitor has no page of ours behind them here, nor has a device.
          const isVisitor = ['visitor', 'passkey'].includes(openTo[id] ?? '') && key === undefined
          expect([at, response.status]).toEqual([at, isVisitor ? 403 : 401])
        }
      }
      const listed = await service().fetch(operations.listPayouts.path, { headers })
      expect(listed.status).toBe(401)
    })
  },
)
