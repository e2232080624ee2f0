import type { MemberResponse } from '@affiliate-platform/contract/console'
import { setTerms } from '@affiliate-platform/platform/terms'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { expect, test } from 'vitest'
import { folder, origin } from '../console/sign-in.ts'
import { signInMember } from './sign-in-member.ts'

const base = '/api/portal/v1'

describeServiceOnEachEngine('what a member shares', { console: { place: { origin }, folder } }, (service) => {
  const at = (rest: string) => `${base}/memberships/${service().ids.membershipId}/${rest}`
  const send = async <Value>(path: string, json?: object): Promise<Value> => {
    const headers = await signInMember(service(), 'Mia')
    const method = json === undefined ? 'GET' : 'POST'
    const response = await service().fetch(path, { method, headers, ...(json && { json }) })
    expect([path, response.status]).toEqual([path, 200])
    return (await response.json()) as Value
  }

  test('are links that they make in their own name, each with what came of it [D444]', async () => {
    const before = await send<MemberResponse<'listOwnLinks'>>(at('links'))
    const made = await send<MemberResponse<'createOwnLink'>>(at('links'), { label: ' newsletter ' })
    expect(made.rejected).toBeNull()
    expect(made.items).toHaveLength(before.items.length + 1)
    const link = made.items.at(-1)
    expect(link).toMatchObject({ label: 'newsletter', clicks: 0, referrals: 0, paying: 0 })
    const followed = await service().fetch(link?.path ?? '')
    expect(followed.status).toBe(302)
    const [{ actor } = {}] = await service().database.query<{ readonly actor: string }>(
      { name: '', text: 'select actor from links where id = $1' },
      [link?.id],
    )
    expect(actor).toMatch(/^member:/)
  })

  test('are counted by the shops that came by each, and by those of them that pay [D444]', async () => {
    const { items } = await send<MemberResponse<'listOwnLinks'>>(at('links'))
    for (const { id, referrals, paying } of items) {
      const rows = await service().database.query<{ readonly pays: boolean }>(
        {
          name: '',
          text: `
              select distinct referral.id, exists (select from commissions where referral_id = referral.id) as pays
              from evidence told
              join referral_evidence shown on shown.evidence_id = told.id
              join referrals referral on referral.id = shown.referral_id
              where told.link_id = $1 and referral.voided_at is null`,
        },
        [id],
      )
      expect([referrals, paying]).toEqual([rows.length, rows.filter(({ pays }) => pays).length])
    }
  })

  test('are shops that keep their terms, beside the terms of now and those to come [D444]', async () => {
    const { workspaceId, membershipId } = service().ids
    const { rules, next } = await send<MemberResponse<'readOwnTerms'>>(at('terms'))
    if (rules === null) throw new Error('The demo has terms.')
    const { items } = await send<MemberResponse<'listOwnReferrals'>>(at('referrals'))
    expect(items.length).toBeGreaterThan(0)
    for (const referral of items) {
      expect(referral.shop).toMatch(/•••/)
      expect(referral.rules?.rateBps).toBeGreaterThanOrEqual(0)
    }
    const { thresholds: _thresholds, ...draft } = rules
    const effectiveAtMs = Date.parse('2032-01-01T00:00:00Z')
    const saved = await setTerms(service().database, {
      ...{ workspaceId, operator: 'ada', effectiveAtMs },
      rules: { ...draft, rateBps: 4321 } as Parameters<typeof setTerms>[1]['rules'],
      target: { kind: 'membership', id: membershipId },
    })
    expect(saved.ok).toBe(true)
    const after = await send<MemberResponse<'readOwnTerms'>>(at('terms'))
    expect(after.rules).toEqual(rules)
    expect(after.next).toHaveLength(next.length + 1)
    expect(after.next.at(-1)).toMatchObject({ from: '2032-01-01T00:00:00.000Z', rules: { rateBps: 4321 } })
    const again = await send<MemberResponse<'listOwnReferrals'>>(at('referrals'))
    expect(again.items).toEqual(items)
  })
})
