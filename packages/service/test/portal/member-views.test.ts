import type { Operation } from '@affiliate-platform/contract'
import {
  type MemberBody,
  type MemberResponse,
  memberOperations,
  memberViewHeader,
} from '@affiliate-platform/contract/console'
import { listAuditEntries } from '@affiliate-platform/platform/audit'
import { grantRole, inviteMember, removeMember } from '@affiliate-platform/platform/people'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { insertMoneyApp } from '@affiliate-platform/test-support/money-builders'
import { expect, test } from 'vitest'
import { findAccountId, folder, origin, signIn } from '../console/sign-in.ts'
import { addMember, beginView, type Headers, signInAccount, signInMember } from './sign-in-member.ts'

const base = '/api/portal/v1'

/** What an operator who sees the portal as a member reads. Everything else of it is refused to them. */
const viewable = [
  ...[
    'explainEarning',
    'listEarnings',
    'listOwnClaims',
    'listOwnLinks',
    'listOwnMaterials',
    'listOwnPayouts',
    'listOwnReferrals',
  ],
  ...['readHome', 'readMemberSession', 'readOwnPayout', 'readOwnTerms'],
]

const noAccount = { iban: null, bic: null, town: null, country: null }
const payee = { name: 'Eve', kind: 'person', method: 'paypal', email: 'eve@x.example', ...noAccount }

/** What would act, were it sent by the member: an operation without one does not compile. */
type Writing = {
  [Name in keyof typeof memberOperations]: (typeof memberOperations)[Name] extends { readonly method: 'GET' }
    ? never
    : Name
}[keyof typeof memberOperations]
type Ids = Readonly<Record<'membership' | 'session' | 'report' | 'payout' | 'passkey' | 'program', string>>
const samples: {
  readonly [Name in Writing]: (ids: Ids) => {
    readonly id?: string
    readonly body?: MemberBody<Name> | Readonly<Record<string, unknown>>
  }
} = {
  signInMember: () => ({}),
  askForMemberLink: () => ({ body: { email: 'mia@members.example' } }),
  signOutMember: () => ({}),
  endMemberSession: ({ session: id }) => ({ id }),
  endOtherMemberSessions: () => ({}),
  setMemberMailChoice: () => ({ body: { kind: 'payout_reported', isWanted: false } }),
  challengeMemberPasskey: () => ({}),
  addMemberPasskey: () => ({ body: { name: 'Phone' } }),
  changeMemberAddress: () => ({ body: { email: 'eve@x.example' } }),
  confirmMemberAddress: () => ({ body: { token: 'x' } }),
  proveAddress: () => ({ body: { token: 'x' } }),
  takeBackAddress: () => ({ body: { token: 'x' } }),
  removeMemberPasskey: ({ passkey: id }) => ({ id }),
  signInMemberByPasskey: () => ({ body: {} }),
  answerPayment: ({ payout: id, report: reportId }) => ({
    id,
    body: {
      ...{ kind: 'confirmation', id: crypto.randomUUID(), reportId },
      amount: { amountMinor: '1', currency: 'USD' },
    },
  }),
  changeOwnPayee: ({ membership: id }) => ({ id, body: payee }),
  createOwnLink: ({ membership: id }) => ({ id, body: { label: 'newsletter' } }),
  fileOwnClaim: ({ membership: id }) => ({
    ...{ id, body: { shop: 'viewed.myshopify.com', day: '2026-01-01', words: 'We met' } },
  }),
  leaveOwnProgram: ({ membership: id }) => ({ id }),
  eraseOwnAccount: () => ({}),
  applyToProgram: ({ program: id }) => ({ id, body: { email: 'e@x.example', name: 'Eve', words: 'A blog' } }),
}

describeServiceOnEachEngine(
  'an operator who sees the portal as a member',
  { console: { place: { origin }, folder } },
  (service) => {
    const query = <Row>(text: string, values: readonly unknown[] = []) =>
      service().database.query<Row>({ name: '', text }, values)

    const begin = async (name: string, membershipId = service().ids.membershipId) => {
      const headers = await signIn(service(), name)
      const path = `/api/console/v1/members/${membershipId}/views`
      const response = await service().fetch(path, { method: 'POST', headers })
      return { headers, response }
    }

    const view = (name: string, membershipId?: string) => beginView(service(), name, membershipId)

    const read = async <Value>(path: string, headers: Headers): Promise<Value> => {
      const response = await service().fetch(`${base}${path}`, { headers })
      expect([path, response.status]).toEqual([path, 200])
      return (await response.json()) as Value
    }
    const statusOf = async (path: string, headers: Headers) =>
      (await service().fetch(`${base}${path}`, { headers })).status

    let paid: ReturnType<typeof recordPart> | undefined
    /** A payout of the member that Finn has recorded, and of which the member has said that a part arrived. */
    const pay = (mia: Headers) => (paid ??= recordPart(mia))

    async function recordPart(mia: Headers): Promise<Pick<Ids, 'payout' | 'report'>> {
      const [found] = await query<{
        readonly id: string
        readonly amountMinor: string
        readonly currency: string
      }>(
        `select id, amount_minor::text as "amountMinor", currency from payouts
        where membership_id = $1 and not is_voided and claimed_minor = 0 and amount_minor > 100 order by id limit 1`,
        [service().ids.membershipId],
      )
      const id = found?.id ?? ''
      const amount = { amountMinor: found?.amountMinor ?? '', currency: found?.currency ?? '' }
      await service().fetch(`/api/console/v1/payouts/${id}/facts`, {
        ...{ method: 'POST', headers: await signIn(service(), 'Finn') },
        json: {
          ...{ kind: 'report', id: crypto.randomUUID(), amount, method: 'PayPal' },
          ...{ reference: null, paidOn: null, isMeant: true },
        },
      })
      const { facts } = await read<MemberResponse<'readOwnPayout'>>(`/payouts/${id}`, mia)
      const report = facts.findLast(({ kind }) => kind === 'report')?.id ?? ''
      const part = { ...amount, amountMinor: '1' }
      await service().fetch(`${base}/payouts/${id}/answers`, {
        ...{ method: 'POST', headers: mia },
        json: { kind: 'confirmation', id: crypto.randomUUID(), reportId: report, amount: part },
      })
      return { payout: id, report }
    }

    test('reads what the member reads, and is told whose view it is, without their address [D470]', async () => {
      const { membershipId } = service().ids
      const mia = await signInMember(service(), 'Mia')
      const { payout } = await pay(mia)
      const finn = await view('Finn')
      const { items } = await read<MemberResponse<'listEarnings'>>(
        `/memberships/${membershipId}/earnings`,
        mia,
      )
      expect(items.length).toBeGreaterThan(1)
      const own = `/memberships/${membershipId}`
      const reads: Readonly<Record<string, readonly string[]>> = {
        readHome: [`${own}/home`],
        listEarnings: [`${own}/earnings`, `${own}/earnings?limit=1`, `${own}/earnings?payoutId=${payout}`],
        explainEarning: items.slice(0, 5).map(({ id }) => `/earnings/${id}/explanation`),
        listOwnPayouts: [`${own}/payouts`],
        readOwnPayout: [`/payouts/${payout}`],
        listOwnLinks: [`${own}/links`],
        listOwnReferrals: [`${own}/referrals`],
        listOwnMaterials: [`${own}/materials`],
        readOwnTerms: [`${own}/terms`],
        listOwnClaims: [`${own}/claims`],
      }
      expect([...Object.keys(reads), 'readMemberSession'].toSorted()).toEqual(viewable)
      for (const path of Object.values(reads).flat()) {
        const [seen, theirs] = await Promise.all([read<object>(path, finn), read<object>(path, mia)])
        // A cursor is sealed for who asked.
        expect({ ...seen, nextCursor: null }).toEqual({ ...theirs, nextCursor: null })
      }
      // What Finn himself has recorded was said by the program, as the member reads it.
      const { facts } = await read<MemberResponse<'readOwnPayout'>>(`/payouts/${payout}`, finn)
      expect(facts.map(({ by }) => by)).toEqual(expect.arrayContaining(['payer', 'you']))

      const session = await read<MemberResponse<'readMemberSession'>>('/session', finn)
      const {
        account,
        view: ofMia,
        ...same
      } = await read<MemberResponse<'readMemberSession'>>('/session', mia)
      expect(session).toEqual({
        ...{ ...same, account: { name: account.name, email: null } },
        view: { by: 'Finn', until: expect.any(String) },
      })
      expect([account.email, ofMia]).toEqual(['mia@members.example', null])
      expect(Date.parse(session.view?.until ?? '') - Date.now()).toBeLessThanOrEqual(30 * 60_000)
    })

    test('writes nothing, by any operation of the portal, also where the member is signed in to the same browser [D470]', async () => {
      const { membershipId, programId } = service().ids
      const mia = await signInMember(service(), 'Mia')
      const ids: Ids = {
        ...{ membership: membershipId, program: programId, passkey: crypto.randomUUID() },
        ...{ session: crypto.randomUUID(), ...(await pay(mia)) },
      }
      const finn = await view('Finn')
      const both = { ...finn, cookie: `${mia.cookie}; ${finn['cookie']}` }
      const [session] = await query<{ readonly id: string }>(
        "select id from sessions where audience = 'member' and ended_at is null order by created_at desc limit 1",
      )
      const look = () =>
        query(
          `select (select count(*) from payment_confirmations) + (select count(*) from links)
            + (select count(*) from evidence) + (select count(*) from payees) + (select count(*) from membership_states)
            + (select count(*) from erasures) + (select count(*) from passkeys) + (select count(*) from mail_choices)
            + (select count(*) from applications) + (select count(*) from address_changes) + (select count(*) from sign_in_links)
            + (select count(*) from outbox_mails) as facts,
            (select count(*) from sessions where ended_at is null) as open`,
        )
      const before = await look()
      for (const operation of Object.values<Operation>(memberOperations)) {
        const { id: name, method, path } = operation
        if (viewable.includes(name)) continue
        const sample =
          method === 'GET'
            ? { id: membershipId }
            : samples[name as Writing]({ ...ids, session: session?.id ?? '' })
        const { id = '', body } = sample as { readonly id?: string; readonly body?: unknown }
        for (const headers of [finn, both]) {
          const response = await service().fetch(path.replace(':id', id), {
            ...{ method, headers, ...(body !== undefined && { json: body }) },
          })
          const problem = (await response.json()) as object
          expect([name, response.status, problem]).toMatchObject([name, 403, { code: 'access_denied' }])
        }
      }
      expect(await look()).toEqual(before)
      // Where it is sent by the member themself, such a sample does act.
      const label = { method: 'POST', headers: mia, json: samples.createOwnLink(ids).body }
      expect((await service().fetch(`${base}/memberships/${membershipId}/links`, label)).status).toBe(200)
      expect(await look()).not.toEqual(before)
      expect(
        Object.values<Operation>(memberOperations)
          .filter(({ sources }) => sources.includes('member_view'))
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(viewable)
    })

    test('reaches the one member, and nothing else of the person, of others or of another workspace [D470]', async () => {
      const { workspaceId, membershipId } = service().ids
      const others = await query<{ readonly id: string }>(
        'select id from memberships where workspace_id = $1 and id <> $2 order by id limit 3',
        [workspaceId, membershipId],
      )
      const [also = { id: '' }] = others
      await addMember(service(), 'Mia')
      await addMember(service(), 'Mia', also.id)
      const foreign = await insertMoneyApp(service().database)
      await inviteMember(service().database, {
        ...{ workspaceId: foreign.workspaceId, membershipId: foreign.membershipId },
        ...{ email: 'mia@members.example', name: 'Mia' },
      })
      const finn = await view('Finn')
      const { memberships } = await read<MemberResponse<'readMemberSession'>>('/session', finn)
      expect(memberships.map(({ id }) => id)).toEqual([membershipId])
      for (const id of [...others.map((other) => other.id), foreign.membershipId, crypto.randomUUID()]) {
        for (const path of ['home', 'earnings', 'payouts', 'links', 'referrals', 'terms', 'claims'])
          expect([path, await statusOf(`/memberships/${id}/${path}`, finn)]).toEqual([path, 403])
      }
      const records = await query<{ readonly path: string }>(
        `(select '/payouts/' || id as path from payouts where membership_id <> $1 limit 5) union all
        (select '/earnings/' || id || '/explanation' from commissions where membership_id <> $1 limit 5)`,
        [membershipId],
      )
      expect(records).toHaveLength(10)
      for (const { path } of records) expect([path, await statusOf(path, finn)]).toEqual([path, 403])
      expect((await begin('Finn', foreign.membershipId)).response.status).toBe(403)
    })

    test('is one whose role allows it, alone, as long as it does, and for half an hour [D470]', async () => {
      const { workspaceId, membershipId } = service().ids
      const mia = await signInMember(service(), 'Mia')
      expect((await begin('Rita')).response.status).toBe(403)
      const finn = await view('Finn')
      const viewId = finn[memberViewHeader] ?? ''
      // Nobody else has it: no other operator, nor the member, nor who is not signed in.
      const ada = await signIn(service(), 'Ada')
      for (const headers of [ada, mia, { origin }])
        expect(await statusOf('/session', { ...headers, [memberViewHeader]: viewId })).toBe(401)
      for (const unknown of [crypto.randomUUID(), 'none', ''])
        expect(await statusOf('/session', { ...finn, [memberViewHeader]: unknown })).toBe(401)
      // Nor is the session of an operator one of the portal without it.
      expect(await statusOf('/session', { cookie: finn['cookie'] ?? '', origin })).toBe(401)

      const old = crypto.randomUUID()
      const copy = (id: string, minutes: number) =>
        query(
          `insert into member_views (workspace_id, id, app_id, membership_id, account_id, actor, created_at)
          select workspace_id, $2, app_id, membership_id, account_id, actor, now() - make_interval(mins => $3)
          from member_views where id = $1`,
          [viewId, id, minutes],
        )
      await copy(old, 30)
      expect(await statusOf('/session', { ...finn, [memberViewHeader]: old })).toBe(401)
      const lasting = crypto.randomUUID()
      await copy(lasting, 29)
      expect(await statusOf('/session', { ...finn, [memberViewHeader]: lasting })).toBe(200)

      const accountId = await findAccountId(service(), 'Finn')
      const grant = (role: 'reader' | 'finance') =>
        grantRole(service().database, { workspaceId, accountId }, { role, actor: 'operator:test' })
      await grant('reader')
      expect(await statusOf('/session', finn)).toBe(403)
      await grant('finance')
      expect(await statusOf('/session', finn)).toBe(200)
      const [person] = await query<{ readonly accountId: string }>(
        'select account_id as "accountId" from member_views where id = $1',
        [viewId],
      )
      const acting = { workspaceId, membershipId, accountId: person?.accountId ?? '' }
      await removeMember(service().database, acting)
      expect(await statusOf('/session', finn)).toBe(401)
    })

    test('is in the audit and in what the member downloads of themself; of whom nobody acts for there is none [D470]', async () => {
      const { workspaceId } = service().ids
      const [alone = { id: '' }] = await query<{ readonly id: string }>(
        `select id from memberships where workspace_id = $1
          and id not in (select membership_id from membership_people) order by id limit 1`,
        [workspaceId],
      )
      const none = await begin('Finn', alone.id)
      expect(await none.response.json()).toEqual({ view: null })
      const listed = async () => {
        const filter = { workspaceId, subject: 'member_view', subjectId: alone.id }
        return await listAuditEntries(service().database, filter, { after: undefined, limit: 10 })
      }
      expect(await listed()).toEqual([])

      const noa = await addMember(service(), 'Noa', alone.id)
      await view('Finn', alone.id)
      await view('Ada', alone.id)
      const actors = await Promise.all(['Ada', 'Finn'].map((name) => findAccountId(service(), name)))
      expect((await listed()).map(({ actor, action }) => [actor, action])).toEqual(
        actors.map((id) => [`operator:${id}`, 'create']),
      )
      const headers = await signInAccount(service(), noa)
      const response = await service().fetch(`${base}/export.json`, { headers })
      const { memberships } = JSON.parse(await response.text()) as {
        readonly memberships: readonly { readonly seenByOperators: readonly string[] }[]
      }
      expect(memberships.map(({ seenByOperators }) => seenByOperators.length)).toEqual([2])
    })
  },
)
