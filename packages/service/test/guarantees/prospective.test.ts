import { newId } from '@affiliate-platform/platform/database'
import { findApplyingVersion } from '@affiliate-platform/platform/terms'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { report, scale, seed } from '@affiliate-platform/test-support/guarantee-scale'
import {
  applyingAt,
  type ModelVersion,
  type TimelineStep,
  timelines,
} from '@affiliate-platform/test-support/guarantee-timeline'
import { insertMembership, insertRecord } from '@affiliate-platform/test-support/payout-builders'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { expectSaved, saveTerms } from '@affiliate-platform/test-support/terms-calls'
import type { TestService } from '@affiliate-platform/test-support/test-service'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const timelineCounts = {
  postgres: scale({ quick: 30, soak: 10_000 }),
  pglite: scale({ quick: 10, soak: 2000 }),
}

describeServiceOnEachEngine('a new version', { affiliateQuotaRequestsMax: 1_000_000 }, (service) => {
  test('changes no contract, no earlier version and nothing that applied before it [1-contracts] [3-prospective] [4.1-6] [D12]', async () => {
    const numRuns = timelineCounts[service().database.engine]
    let saved = 0
    await fc.assert(
      fc.asyncProperty(timelines, async (steps) => {
        const membership = await startMembership(service())
        for (const step of steps) saved += await take(service(), membership, step)
        await expectApplyingVersions(service(), membership)
      }),
      { numRuns, seed },
    )
    expect(saved).toBeGreaterThan(numRuns)
    report(`${numRuns} timelines with ${saved} versions on ${service().database.engine}`)
  })
})

/** A membership of its own, and what is known of it without the database. */
interface Membership {
  readonly id: string
  readonly versions: ModelVersion[]
  /** Every version and contract as it was written, by id. */
  rows: ReadonlyMap<string, string>
}

async function startMembership({ database, ids }: TestService): Promise<Membership> {
  return { id: await insertMembership(database, ids), versions: [], rows: new Map() }
}

/** Takes a step and returns how many versions it saved. */
async function take(service: TestService, membership: Membership, step: TimelineStep): Promise<number> {
  if (step.kind === 'wait') {
    service.clock.advance(step.byMs)
    return 0
  }
  const before = membership.versions.length
  if (step.kind === 'install') await insertContract(service, membership)
  else await save(service, membership, step)
  await expectRowsKept(service, membership)
  return membership.versions.length - before
}

async function save(
  service: TestService,
  { id, versions }: Membership,
  { inMs, rateBps }: Extract<TimelineStep, { kind: 'save' }>,
): Promise<void> {
  const nowMs = service.clock.now()
  const effectiveAt = inMs === undefined ? undefined : new Date(nowMs + inMs).toISOString()
  const response = await saveTerms(service, { id, json: { rules: buildRules({ rateBps }), effectiveAt } })
  if (inMs !== undefined && (inMs < -5000 || inMs > 3653 * 86_400_000)) {
    expect(response.status).toBe(400)
    return
  }
  const version = await expectSaved(response)
  const effectiveAtMs = Date.parse(version.effectiveAt)
  expect(effectiveAtMs).toBe(Math.max(nowMs + (inMs ?? 0), nowMs))
  expect(version.supersedes).toBe(applyingAt(versions, effectiveAtMs)?.id ?? null)
  versions.push({ id: version.id, effectiveAtMs })
}

/** Makes a contract as a referral gets it: a copy of the rules that apply at the install. */
async function insertContract({ database, ids, clock }: TestService, { id, versions }: Membership) {
  const version = applyingAt(versions, clock.now())
  if (version === undefined) return
  const now = new Date(clock.now()).toISOString()
  const { workspaceId: workspace_id, appId: app_id, programId: program_id } = ids
  const referral = { workspace_id, app_id, program_id, membership_id: id, created_at: now }
  const referral_id = await insertRecord(database, 'referrals', {
    ...{ ...referral, shop_domain: `${newId()}.myshopify.com`, installed_at: now },
  })
  const text = `
    insert into referral_contracts (workspace_id, id, referral_id, terms_version_id, rules, applies_from, created_at)
    select workspace_id, $2, $3, id, rules, $4, $4 from terms_versions where workspace_id = $1 and id = $5`
  const values = [workspace_id, newId(), referral_id, now, version.id]
  await database.query({ name: 'test_insert_contract', text }, values)
}

/** Whatever was there before is still there, byte by byte. */
async function expectRowsKept({ database, ids }: TestService, membership: Membership): Promise<void> {
  const text = `
    select id, version::text as row from terms_versions version where workspace_id = $1 and target_id = $2
    union all
    select contract.id, contract::text
    from referral_contracts contract
    join referrals referral on referral.workspace_id = $1 and referral.id = contract.referral_id
    where contract.workspace_id = $1 and referral.membership_id = $2`
  const found = await database.query<{ id: string; row: string }>({ name: 'test_kept_rows', text }, [
    ids.workspaceId,
    membership.id,
  ])
  const rows = new Map(found.map(({ id, row }) => [id, row]))
  for (const [id, row] of membership.rows) expect(rows.get(id)).toBe(row)
  membership.rows = rows
}

/**
 * The database agrees with the model at every instant at which anything changes. In the model no version reaches back
 * behind its own effectiveAt, and every effectiveAt was checked to be at or after the clock.
 */
async function expectApplyingVersions(service: TestService, { id, versions }: Membership): Promise<void> {
  const scope = { workspaceId: service.ids.workspaceId, targetId: id, nowMs: 0 }
  const instants = versions.flatMap(({ effectiveAtMs: ms }) => [ms - 1, ms])
  for (const instantMs of new Set([service.clock.now(), ...instants])) {
    const applying = await findApplyingVersion(service.database, scope, instantMs)
    expect(applying).toBe(applyingAt(versions, instantMs)?.id)
  }
}
