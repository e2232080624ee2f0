import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import type { TestService } from '@affiliate-platform/test-support/test-service'
import { expect, test } from 'vitest'
import { rejectingConstraint } from '../../src/database/statements/faults.ts'
import { newId } from '../../src/database/statements/new-id.ts'

/** Adds a contract to the demo's referral by an accepted proposal: a copy of its terms, from a later date. */
async function addContract({ database, ids }: TestService, appliesFrom: string): Promise<void> {
  const proposalId = newId()
  const run = (text: string, values: readonly unknown[]) => database.query({ name: '', text }, values)
  await run(
    `insert into contract_proposals (workspace_id, id, referral_id, terms_version_id, applies_from, actor)
    select workspace_id, $1, referral_id, terms_version_id, $2, 'operator:mia'
    from referral_contracts
    where workspace_id = $3 and referral_id = $4 and proposal_id is null`,
    [proposalId, appliesFrom, ids.workspaceId, ids.referralId],
  )
  await run(
    `insert into contract_proposal_reviews (workspace_id, proposal_id, decision, reason, actor)
    values ($1, $2, 'accept', 'agreed', 'operator:noa')`,
    [ids.workspaceId, proposalId],
  )
  await run(
    `insert into referral_contracts
      (workspace_id, id, referral_id, terms_version_id, rules, applies_from, proposal_id, created_at)
    select workspace_id, $1, referral_id, terms_version_id, rules, $2, $3, created_at
    from referral_contracts
    where workspace_id = $4 and referral_id = $5 and proposal_id is null`,
    [newId(), appliesFrom, proposalId, ids.workspaceId, ids.referralId],
  )
}

describeServiceOnEachEngine('the schema', {}, (service) => {
  test('has room for a further contract from a later date, and for one contract per date [D42]', async () => {
    await addContract(service(), '2099-01-01T00:00:00Z')
    const again = addContract(service(), '2099-01-01T00:00:00Z')

    await expect(again).rejects.toSatisfy(
      (error) =>
        rejectingConstraint(error) === 'referral_contracts_workspace_id_referral_id_applies_from_key',
    )
    expect(await service().count('referral_contracts')).toBe(609)
  })

  test('has a permission for manual claims on groups and memberships, unset by default [D42]', async () => {
    const text = `
      select count(*) from memberships join groups using (workspace_id)
      where memberships.allow_manual_claims is null and groups.allow_manual_claims is null`
    const [row] = await service().database.query<{ count: string }>({ name: 'test_claims', text }, [])

    expect(Number(row?.count)).toBeGreaterThan(0)
  })
})
