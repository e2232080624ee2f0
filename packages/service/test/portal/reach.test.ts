import { type Operation, operations } from '@affiliate-platform/contract'
import type { MemberResponse } from '@affiliate-platform/contract/console'
import { memberOperations } from '@affiliate-platform/contract/console'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import {
  pick,
  report,
  runInLanes,
  scale,
  startPart,
  startRandom,
} from '@affiliate-platform/test-support/guarantee-scale'
import type { TestRequest } from '@affiliate-platform/test-support/test-service'
import { expect, test } from 'vitest'
import { folder, origin } from '../console/sign-in.ts'
import { signInMember } from './sign-in-member.ts'

const tries = scale({ quick: 400, soak: 10_000 })
const base = '/api/portal/v1'

/** What is open to others than members who are signed in. */
const openTo: Readonly<Record<string, string>> = {
  signInMember: 'member_sign_in',
  askForMemberLink: 'visitor',
  readPublicPage: 'visitor',
  applyToProgram: 'visitor',
}

const payee = {
  ...{ name: 'Mia', kind: 'person', method: 'paypal', email: 'mia@elsewhere.example' },
  ...{ iban: null, bic: null, town: null, country: null },
}

/** What other members have, and what nobody has. */
interface Strange {
  readonly memberships: readonly string[]
  readonly payouts: readonly string[]
  readonly commissions: readonly string[]
  readonly reports: readonly string[]
  readonly sessions: readonly string[]
}

describeServiceOnEachEngine(
  'the reach of a member',
  { console: { place: { origin }, folder } },
  (service) => {
    const query = <Row>(text: string, values: readonly unknown[]) =>
      service().database.query<Row>({ name: '', text }, values)

    async function findStrange(own: string): Promise<Strange> {
      const idsOf = async (text: string) =>
        (await query<{ readonly id: string }>(text, [own])).map(({ id }) => id)
      const others = (table: string) => idsOf(`select id from ${table} where membership_id <> $1 limit 300`)
      return {
        memberships: await idsOf('select id from memberships where id <> $1'),
        payouts: await others('payouts'),
        commissions: await others('commissions'),
        reports: await idsOf(
          `select report.id from payment_reports report join payouts payout on payout.id = report.payout_id
          where payout.membership_id <> $1 limit 300`,
        ),
        sessions: await idsOf(
          `select id from sessions where account_id not in (
            select account_id from membership_people where membership_id = $1
          )`,
        ),
      }
    }

    test(`is theirs alone: ${tries} tries at what another one has are rejected as what nobody has [D440]`, async () => {
      startRandom()
      const { membershipId: own } = service().ids
      const headers = await signInMember(service(), 'Mia')
      const [other = ''] = (await findStrange(own)).memberships
      const ofOther = await signInMember(service(), 'Noa', other)
      const strange = await findStrange(own)
      const read = async <Value>(path: string, as = headers) =>
        (await (await service().fetch(`${base}${path}`, { headers: as })).json()) as Value
      const [mine] = (await read<MemberResponse<'listOwnPayouts'>>(`/memberships/${own}/payouts`)).items
      const { nextCursor } = await read<MemberResponse<'listEarnings'>>(
        `/memberships/${other}/earnings?limit=1`,
        ofOther,
      )
      expect(nextCursor).not.toBeNull()
      const send = async ([path, request]: readonly [string, TestRequest]) => {
        service().clock.advance(100)
        const response = await service().fetch(`${base}${path}`, { headers, ...request })
        const { requestId: _requestId, ...body } = (await response.json()) as Record<string, unknown>
        return JSON.stringify([response.status, body])
      }
      const answer = (reportId: string) => ({
        method: 'POST',
        json: {
          ...{ kind: 'confirmation', id: crypto.randomUUID(), reportId },
          amount: { amountMinor: '1', currency: 'USD' },
        },
      })
      const statement = 'currency=USD&from=2026-01-01&to=2026-03-31'
      const claim = { shop: 'nobody.myshopify.com', day: '2026-01-05', words: 'mine' }
      const kinds: readonly ((id: (of: keyof Strange) => string) => readonly [string, TestRequest])[] = [
        (id) => [`/memberships/${id('memberships')}/home`, {}],
        (id) => [`/memberships/${id('memberships')}/earnings`, {}],
        (id) => [`/memberships/${id('memberships')}/earnings?status=held&currency=USD`, {}],
        (id) => [`/memberships/${id('memberships')}/earnings?cursor=${nextCursor}&limit=1`, {}],
        (id) => [`/memberships/${own}/earnings?payoutId=${id('payouts')}`, {}],
        (id) => [`/memberships/${id('memberships')}/payouts`, {}],
        (id) => [`/memberships/${id('memberships')}/links`, {}],
        (id) => [`/memberships/${id('memberships')}/links`, { method: 'POST', json: { label: 'mine' } }],
        (id) => [`/memberships/${id('memberships')}/referrals`, {}],
        (id) => [`/memberships/${id('memberships')}/terms`, {}],
        (id) => [`/memberships/${id('memberships')}/claims`, {}],
        (id) => [`/memberships/${id('memberships')}/claims?cursor=${crypto.randomUUID()}`, {}],
        (id) => [`/memberships/${id('memberships')}/claims`, { method: 'POST', json: claim }],
        (id) => [`/sessions/${id('sessions')}/end`, { method: 'POST' }],
        (id) => [`/memberships/${id('memberships')}/payee`, {}],
        (id) => [`/memberships/${id('memberships')}/payee`, { method: 'POST', json: payee }],
        (id) => [`/memberships/${id('memberships')}/statement.csv?${statement}`, {}],
        (id) => [`/payouts/${id('payouts')}`, {}],
        (id) => [`/earnings/${id('commissions')}/explanation`, {}],
        (id) => [`/payouts/${id('payouts')}/answers`, answer(id('reports'))],
        (id) => [`/payouts/${mine?.id}/answers`, answer(id('reports'))],
      ]
      const facts = () =>
        query(
          `select (select count(*) from payment_confirmations) + (select count(*) from payment_disputes)
            + (select count(*) from links) + (select count(*) from evidence) + (select count(*) from payees) as n`,
          [],
        )
      const before = await facts()
      const seen = new Map<string, number>()
      await runInLanes({ count: tries, lanes: 4 }, async (part) => {
        const random = startPart(part)
        const kind = pick(random, kinds)
        const foreign = await send(kind((of) => pick(random, strange[of])))
        const unknown = await send(kind(() => crypto.randomUUID()))
        expect(foreign).toBe(unknown)
        seen.set(foreign, (seen.get(foreign) ?? 0) + 1)
      })
      expect([...seen.keys()].map((text) => (JSON.parse(text) as [number])[0])).toEqual([403])
      expect(await facts()).toEqual(before)
      // Another one's cursor says nothing to who has it: it goes on with no list of theirs.
      const taken = await send([`/memberships/${own}/earnings?cursor=${nextCursor}&limit=1`, {}])
      expect(JSON.parse(taken)).toMatchObject([400, { code: 'invalid_cursor' }])
      report(`${tries} tries at what other members have: 0 of them told anything`)
    })

    test('is in every operation of the portal, which nothing but their session opens [D440]', async () => {
      const { keys, ids } = service()
      const [affiliate, workspace] = [keys.affiliate, keys.workspace]
      const headers = await signInMember(service(), 'Mia')
      for (const { id, method, path, sources } of Object.values<Operation>(memberOperations)) {
        expect(sources).toEqual([openTo[id] ?? 'member_session'])
        for (const key of [undefined, affiliate, workspace]) {
          const at = path.replace(':id', ids.membershipId)
          const response = await service().fetch(at, { method, ...(key !== undefined && { key }) })
          // A visitor has no page of ours behind them here.
          const isVisitor = openTo[id] === 'visitor' && key === undefined
          expect([at, response.status]).toEqual([at, isVisitor ? 403 : 401])
        }
      }
      const listed = await service().fetch(operations.listPayouts.path, { headers })
      expect(listed.status).toBe(401)
    })
  },
)
