import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp, type TestApp } from '@affiliate-platform/test-support/payout-builders'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { beforeEach, expect, test } from 'vitest'
import { actAs, listAuditEntries } from '../../src/audit.ts'
import { newId } from '../../src/database/statements/new-id.ts'
import { findTermsInForce, listTermsHistory, setTerms, type TermsTarget } from '../../src/terms.ts'

describeOnEachEngine("an operator's terms", (database) => {
  let app: TestApp

  beforeEach(async () => {
    app = await insertApp(database())
  })

  const set = (target: TermsTarget, rateBps: number, isDryRun = false) =>
    setTerms(actAs(database(), 'operator:mia'), {
      ...{ workspaceId: app.workspaceId, target, rules: buildRules({ rateBps }), effectiveAtMs: undefined },
      ...{ operator: 'mia', isDryRun },
    })

  const rateInForce = async () => {
    const found = await findTermsInForce(database(), app, Date.now() + 60_000)
    return found && [found.targetKind, found.rules.rateBps]
  }

  const list = (target: TermsTarget) =>
    listTermsHistory(database(), {
      ...{ workspaceId: app.workspaceId, target, nowMs: Date.now() + 60_000, limit: 10 },
    })

  test('for a program, a group and a membership apply by the nearest, and say what applied before [D57] [D12]', async () => {
    const program = { kind: 'program', id: app.programId } as const
    const group = { kind: 'group', id: app.groupId } as const
    const membership = { kind: 'membership', id: app.membershipId } as const
    expect(await set(program, 1000)).toMatchObject({ ok: true, before: undefined })
    expect(await rateInForce()).toEqual(['program', 1000])
    expect(await set(group, 2000)).toMatchObject({ before: { rateBps: 1000 } })
    expect(await rateInForce()).toEqual(['group', 2000])
    expect(await set(membership, 3000)).toMatchObject({ before: { rateBps: 2000 } })
    expect(await rateInForce()).toEqual(['membership', 3000])
    expect(await set(group, 2500)).toMatchObject({
      before: { rateBps: 2000 },
      version: { supersedes: expect.any(String) },
    })
    expect((await list(group)).map(({ state, rules }) => [state, rules.rateBps])).toEqual([
      ['past', 2000],
      ['applies', 2500],
    ])
  })

  test('are checked and not saved in a dry run', async () => {
    const program = { kind: 'program', id: app.programId } as const
    expect(await set(program, 1000, true)).toMatchObject({ ok: true })
    expect(await list(program)).toEqual([])
    expect(await set({ kind: 'group', id: newId() }, 1000, true)).toEqual({
      ok: false,
      rejection: 'unknown_target',
    })
  })

  test('have the operator as their actor [D65]', async () => {
    await set({ kind: 'membership', id: app.membershipId }, 1000)
    const filter = { workspaceId: app.workspaceId, subject: 'terms_version' }
    expect(await listAuditEntries(database(), filter, { after: undefined, limit: 5 })).toMatchObject([
      { actor: 'operator:mia', action: 'create' },
    ])
  })
})
