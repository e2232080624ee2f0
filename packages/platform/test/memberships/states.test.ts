import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertMoneyApp, type MoneyApp } from '@affiliate-platform/test-support/money-builders'
import { collect } from '@affiliate-platform/test-support/money-story'
import { beforeEach, expect, test } from 'vitest'
import { actAs } from '../../src/audit.ts'
import { newId } from '../../src/database/statements/new-id.ts'
import { createGroup } from '../../src/groups.ts'
import { createMembership, type MembershipState, setMembershipState } from '../../src/memberships.ts'
import { closeProgram, reopenProgram, updateProgram } from '../../src/programs.ts'
import { createReferral } from '../../src/referrals.ts'
import { decisions, preview } from '../payout-runs/runs.ts'

describeOnEachEngine('a membership', (database) => {
  let app: MoneyApp

  beforeEach(async () => {
    const threshold = { amountMinor: '0', currency: 'USD' }
    app = await insertMoneyApp(database(), { threshold, cpi: threshold, holdDays: 0 })
  })

  const set = (state: MembershipState, reason = 'Documents missing') =>
    setMembershipState(actAs(database(), 'operator:mia'), { ...app, state, reason })

  const refer = (shopDomain: string) => {
    const place = { workspaceId: app.workspaceId, membershipId: app.membershipId, shopDomain }
    const times = { installedAtMs: Date.parse('2026-03-01T00:00:00Z'), clickedAtMs: undefined }
    const known = { evidence: undefined, reason: undefined, contract: undefined, actor: 'operator:mia' }
    return createReferral(database(), { ...place, ...times, ...known })
  }

  test('that is suspended is kept out of runs and of new referrals, and earns on [D139]', async () => {
    expect(await set('suspended')).toMatchObject({ isNew: true, state: 'suspended' })
    await collect(database(), app, [{ on: '2026-02-01', gross: '19.0' }])
    expect(await decisions(database(), app.workspaceId, '2026-03-01')).toEqual(['excluded 380 USD'])
    const { decisions: found } = await preview(database(), app.workspaceId, '2026-03-01')
    expect(found[0]).toMatchObject({ reason: 'suspended: Documents missing' })
    expect(await refer('other.myshopify.com')).toEqual({ ok: false, rejection: 'membership_not_active' })

    expect(await set('suspended')).toMatchObject({ isNew: false })
    await set('active', 'They have come')
    expect(await decisions(database(), app.workspaceId, '2026-03-01')).toEqual(['paid 380 USD'])
    expect(await refer('other.myshopify.com')).toMatchObject({ ok: true })
  })

  test('that is closed gets no new referral, and is paid what it has earned [D139]', async () => {
    await collect(database(), app, [{ on: '2026-02-01', gross: '19.0' }])
    await set('closed')
    expect(await refer('other.myshopify.com')).toEqual({ ok: false, rejection: 'membership_not_active' })
    expect(await decisions(database(), app.workspaceId, '2026-03-01')).toEqual(['paid 380 USD'])
  })

  test('is unknown to another workspace [1-scope]', async () => {
    const foreign = { ...app, workspaceId: newId(), state: 'closed', reason: 'x' } as const
    expect(await setMembershipState(database(), foreign)).toBeUndefined()
  })

  test('and a referral and a group need a program that is open [D139]', async () => {
    const { workspaceId, programId } = app
    const key = { workspaceId, id: programId }
    const closed = await closeProgram(database(), { ...key, reason: 'Sold' })
    expect(closed).toMatchObject({ closedAt: expect.any(Date), closedReason: 'Sold' })
    expect(await closeProgram(database(), { ...key, reason: 'Again' })).toEqual(closed)
    expect(await updateProgram(database(), key, { name: 'Old' })).toEqual({ ...closed, name: 'Old' })
    const record = { workspaceId, programId, name: 'New', allowManualClaims: null }
    expect(await createGroup(database(), record)).toBeUndefined()
    expect(await createMembership(database(), { ...record, groupId: null })).toBeUndefined()
    expect(await refer('other.myshopify.com')).toEqual({ ok: false, rejection: 'program_closed' })

    expect(await reopenProgram(database(), key)).toMatchObject({ closedAt: null, closedReason: null })
    expect(await refer('other.myshopify.com')).toMatchObject({ ok: true })
  })
})
