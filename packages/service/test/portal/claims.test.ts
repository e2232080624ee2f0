import type { ConsoleResponse, MemberResponse } from '@affiliate-platform/contract/console'
import { dailyClaimsMax, decideCase, listCases } from '@affiliate-platform/platform/attribution'
import { setMembershipState } from '@affiliate-platform/platform/memberships'
import { voidReferral } from '@affiliate-platform/platform/referrals'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test, vi } from 'vitest'
import { folder, origin, signIn } from '../console/sign-in.ts'
import { signInMember } from './sign-in-member.ts'

const words = 'I set it up with the owner'
const day = '2026-01-05'

describeServiceOnEachEngine('a claim', { console: { place: { origin }, folder } }, (service) => {
  const at = () => `/api/portal/v1/memberships/${service().ids.membershipId}/claims`
  const query = <Row>(text: string, values: readonly unknown[] = []) =>
    service().database.query<Row>({ name: '', text }, values)

  async function file(shop: string, changes: object = {}) {
    const headers = await signInMember(service(), 'Mia')
    const json = { shop, day, words, ...changes }
    return await service().fetch(at(), { method: 'POST', headers, json })
  }

  async function read(): Promise<MemberResponse<'listOwnClaims'>> {
    const headers = await signInMember(service(), 'Mia')
    return (await (await service().fetch(at(), { headers })).json()) as MemberResponse<'listOwnClaims'>
  }

  const findOwn = async (shop: string) => (await read()).items.find((item) => item.shop === shop)

  async function findCase(shopDomain: string) {
    const { workspaceId } = service().ids
    const page = { after: undefined, limit: 100 }
    const cases = await listCases(service().database, { workspaceId, isWithDecided: true }, page)
    const found = cases.find((one) => one.shopDomain === shopDomain && one.kind === 'claim')
    if (found === undefined) throw new Error('No case is there.')
    return found
  }

  const decide = async (shopDomain: string, decision: 'accept' | 'reject', reason: string) => {
    const { id: caseId } = await findCase(shopDomain)
    const { workspaceId } = service().ids
    const plan = { workspaceId, caseId, decision, reason, actor: 'operator:ada' }
    const decided = await decideCase(service().database, plan)
    if (!decided.ok) throw new Error(decided.rejection)
    return decided.referralId
  }

  /** A shop of each kind that a member could ask about, of which there is no claim of theirs. */
  async function findShops(): Promise<Readonly<Record<string, string>>> {
    const { workspaceId, membershipId } = service().ids
    const one = async (text: string, values: readonly unknown[] = []) => {
      const [row] = await query<{ readonly shop: string }>(`${text} limit 1`, values)
      if (row === undefined) throw new Error(`There is none: ${text}`)
      return row.shop
    }
    const elsewhere = 'elsewhere.myshopify.com'
    await query(
      `insert into install_events (workspace_id, app_id, shop_domain, kind, source, occurred_at, actor)
      select workspace_id, id, $2, 'installed', 'partner', '2026-01-01', 'system' from apps where workspace_id <> $1
      on conflict do nothing`,
      [workspaceId, elsewhere],
    )
    const ofApp = 'shop_domain as shop from install_events event where workspace_id = $1'
    return {
      unknown: 'nobody-knows-it.myshopify.com',
      installed: await one(
        `select ${ofApp} and not exists (select from referrals where shop_domain = event.shop_domain)
          and not exists (select from evidence where shop_domain = event.shop_domain)`,
        [workspaceId],
      ),
      'of another member': await one(
        'select shop_domain as shop from referrals where workspace_id = $1 and membership_id <> $2 and voided_at is null',
        [workspaceId, membershipId],
      ),
      'of their own': await one(
        'select shop_domain as shop from referrals where workspace_id = $1 and membership_id = $2 and voided_at is null',
        [workspaceId, membershipId],
      ),
      'of another workspace': elsewhere,
      'claimed by another member': await one(
        `select shop_domain as shop from evidence where workspace_id = $1 and membership_id <> $2
          and kind = 'claim'`,
        [workspaceId, membershipId],
      ),
    }
  }

  test('tells nothing of the shop, by what is said and by what is done for it [D445]', async () => {
    const { database } = service()
    const { transaction } = database
    const seen: string[] = []
    for (const [kind, shop] of Object.entries(await findShops())) {
      const statements: string[] = []
      const spy = vi.spyOn(database, 'transaction').mockImplementation((run, options) =>
        transaction(
          (tx) =>
            run({
              ...tx,
              query: (statement, values) => {
                statements.push(statement.name)
                return tx.query(statement, values)
              },
            }),
          options,
        ),
      )
      const response = await file(shop)
      spy.mockRestore()
      const filed = statements.slice(statements.indexOf('claim_lock_membership'))
      expect(filed).toContain('evidence_insert')
      const headers = [...response.headers].filter(([name]) => !/request-id|ratelimit/.test(name))
      seen.push(JSON.stringify([response.status, headers, await response.text(), filed]))
      expect([kind, await findOwn(shop)]).toMatchObject([kind, { words, answer: null }])
    }
    expect(seen).toHaveLength(6)
    expect([...new Set(seen)]).toEqual([seen[0]])
    expect(JSON.parse(seen[0] ?? '')[2]).toBe('{"rejected":null}')
  })

  test('arrives with the words of its member and who has said it, and is decided there [D445]', async () => {
    const { installed: shop = '' } = await findShops()
    await file(shop.toUpperCase(), { words: `  ${words} ` })
    const { id, membershipId, memberName } = await findCase(shop)
    const headers = await signIn(service(), 'Ada')
    const response = await service().fetch(`/api/console/v1/cases/${id}`, { headers })
    const shown = (await response.json()) as ConsoleResponse<'readCase'>
    expect(shown).toMatchObject({
      ...{ kind: 'claim', shop, member: { id: membershipId, name: memberName } },
      evidence: [{ kind: 'claim', claim: words, at: `${day}T00:00:00.000Z` }],
      claims: { areMany: false },
    })
    const [told] = await query<{ readonly actor: string }>('select actor from evidence where id = $1', [
      shown.evidenceId,
    ])
    expect(told?.actor).toMatch(/^member:/)
    const referralId = await decide(shop, 'accept', 'the merchant said so')
    expect(referralId).not.toBeNull()
    const accepted = { kind: 'accepted', reason: 'the merchant said so', at: expect.any(String) }
    expect(await findOwn(shop)).toMatchObject({ answer: accepted })
    await decide(shop, 'reject', 'another merchant')
    const takenBack = { kind: 'taken_back', reason: 'another merchant' }
    expect(await findOwn(shop)).toMatchObject({ answer: takenBack })
  })

  test('that is declined says why, and one whose referral is voided says that [D445]', async () => {
    const { workspaceId } = service().ids
    await file('nobody-has-it.myshopify.com')
    await decide('nobody-has-it.myshopify.com', 'reject', 'no proof')
    await decide('nobody-has-it.myshopify.com', 'reject', 'still no proof')
    const declined = { kind: 'declined', reason: 'still no proof' }
    expect(await findOwn('nobody-has-it.myshopify.com')).toMatchObject({ answer: declined })
    await file('not-yet-there.myshopify.com')
    expect(await decide('not-yet-there.myshopify.com', 'accept', 'agreed')).toBeNull()
    expect(await findOwn('not-yet-there.myshopify.com')).toMatchObject({ answer: { kind: 'accepted' } })
    const { installed: shop = '' } = await findShops()
    await file(shop)
    const referralId = (await decide(shop, 'accept', 'agreed')) ?? ''
    await voidReferral(
      service().database,
      { workspaceId, referralId },
      { reason: 'a mistake', actor: 'operator:ada' },
    )
    expect(await findOwn(shop)).toMatchObject({ answer: { kind: 'taken_back', reason: 'a mistake' } })
  })

  test('is filed once, and not without a shop, a day and words [D445]', async () => {
    expect(await (await file('twice.myshopify.com')).json()).toEqual({ rejected: null })
    expect(await (await file('twice.myshopify.com')).json()).toEqual({
      rejected: expect.stringContaining('before'),
    })
    for (const wrong of [
      { shop: 'maple.example' },
      { day: '2026-02-30' },
      { day: '0000-01-01' },
      { words: ' ' },
    ]) {
      expect((await file('wrong.myshopify.com', wrong)).status).toBe(400)
    }
    expect(await findOwn('wrong.myshopify.com')).toBeUndefined()
  })

  test('is one of so many in a day, and the operator is told where many wait [D445]', async () => {
    const rejected: unknown[] = []
    for (let count = 0; count <= dailyClaimsMax; count += 1) {
      const response = await file(`many-${count}.myshopify.com`)
      rejected.push(((await response.json()) as MemberResponse<'fileOwnClaim'>).rejected)
    }
    const { length: filed } = (await read()).items
    const ofMember = await query<{ readonly n: number }>(
      `select count(*)::integer as n from evidence where actor like 'member:%' and membership_id = $1`,
      [service().ids.membershipId],
    )
    expect(ofMember[0]?.n).toBe(dailyClaimsMax)
    expect(filed).toBeGreaterThanOrEqual(dailyClaimsMax)
    expect(rejected.at(-1)).toContain('in the last 24 hours')
    const { id } = await findCase('many-0.myshopify.com')
    const headers = await signIn(service(), 'Ada')
    const response = await service().fetch(`/api/console/v1/cases/${id}`, { headers })
    expect(await response.json()).toMatchObject({ claims: { areMany: true } })
  })

  test('is closed to who is suspended, who sees what they have claimed [D445]', async () => {
    const { workspaceId, membershipId } = service().ids
    expect((await read()).closed).toBeNull()
    const word = { workspaceId, membershipId, state: 'suspended', reason: 'a question' } as const
    await setMembershipState(service().database, word)
    const { closed, items } = await read()
    expect(closed).toContain('suspended')
    expect(items.length).toBeGreaterThan(0)
    expect(await (await file('late.myshopify.com')).json()).toEqual({ rejected: closed })
    expect(await findOwn('late.myshopify.com')).toBeUndefined()
  })
})
