import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { scale } from '@affiliate-platform/test-support/guarantee-scale'
import { buildRules } from '@affiliate-platform/test-support/terms'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attributeShop } from '../../src/attribution/attribute-shop.ts'
import { attributeWaiting } from '../../src/attribution/attribute-waiting.ts'
import { recordEvidence } from '../../src/attribution/record-evidence.ts'
import type { Database } from '../../src/database/statements/database.ts'
import { newId } from '../../src/database/statements/new-id.ts'
import { insertInstallEvents } from '../../src/install-events/store.ts'
import { createLink } from '../../src/links/create-link.ts'
import { type Fact, hourMs, startMs, type ToldHistory, tell, toldHistories } from './told-history.ts'

const numRuns = scale({ quick: 25, soak: 10_000 })

/** Terms that are saved allow no window of another length, and persons decide by cases. */
const histories = toldHistories
  .map((history) => ({ ...history, facts: history.facts.filter(isOfSources) }))
  .filter(({ isComplete, windowDays }) => isComplete && windowDays === 30)

const isOfSources = (fact: Fact): boolean =>
  fact.told === 'event' ||
  (fact.evidence.verdict === null && !fact.evidence.isOwnShop && fact.evidence.kind !== 'claim')

describeOnEachEngine('who brought a shop', (database) => {
  test('is the same on the engine as in the decision, in any order, and one living referral at most [D334]', async () => {
    const worlds = {
      true: await createWorld(database(), { allowExistingShops: true }),
      false: await createWorld(database(), { allowExistingShops: false }),
    }
    let told = 0
    await fc.assert(
      fc.asyncProperty(histories, fc.integer({ min: 1, max: 4 }), async (history, batch) => {
        const world = worlds[`${history.allowExistingShops}`]
        told += 1
        // As autovacuum does: plans for empty tables would read ever more.
        if (told % 500 === 0) await database().script('analyze')
        // No member is there twice under one code, as the engine has it.
        const facts = withoutRepetition(history.facts)
        const expected = tell({ ...history, facts })
        for (const order of [facts, facts.toReversed()]) {
          const shopDomain = `${newId()}.myshopify.com`
          await tellEngine(database(), { ...world, shopDomain }, { facts: order, batch })
          expect(await readLiving(database(), shopDomain)).toEqual(
            expected.living === undefined
              ? []
              : [
                  {
                    membership: world.members[expected.living.membershipId]?.id,
                    installedAt: new Date(expected.living.originalInstallMs),
                    appliesFrom: new Date(expected.living.appliesFromMs),
                    rewards: expected.living.earnsInstallReward,
                  },
                ],
          )
        }
      }),
      { numRuns },
    )
    expect(await attributeWaiting(database())).toBe(0)
  })
})

interface World {
  readonly workspaceId: string
  readonly appId: string
  readonly members: Readonly<Record<string, { readonly id: string; readonly linkId: string }>>
}

async function createWorld(
  database: Database,
  rules: { readonly allowExistingShops: boolean },
): Promise<World> {
  const [workspaceId, appId, programId] = [newId(), newId(), newId()]
  const longAgo = new Date(startMs - 5000 * hourMs).toISOString()
  await database.script(`
    insert into workspaces (workspace_id, name, created_at) values ('${workspaceId}', 'W', '${longAgo}');
    insert into apps (workspace_id, id, name, slug, listing_url, created_at)
    values ('${workspaceId}', '${appId}', 'A', '${appId}', 'https://apps.shopify.com/a', '${longAgo}');
    insert into programs (workspace_id, id, app_id, name, created_at)
    values ('${workspaceId}', '${programId}', '${appId}', 'P', '${longAgo}');
    insert into terms_versions 
      (workspace_id, id, app_id, program_id, target_kind, target_id, rules, effective_at, operator, created_at)
    values ('${workspaceId}', '${newId()}', '${appId}', '${programId}', 'program', '${programId}',
      '${JSON.stringify(buildRules({ ...rules, windowDays: 30 }))}', '${longAgo}', 'test', '${longAgo}');
    insert into sale_feeds (workspace_id, app_id, installs_read_until) values ('${workspaceId}', '${appId}', now())`)
  const members: Record<string, { id: string; linkId: string }> = {}
  for (const code of ['ada', 'ben', 'cy']) {
    const id = newId()
    await database.script(`
      insert into memberships (workspace_id, id, app_id, program_id, member_name, created_at)
      values ('${workspaceId}', '${id}', '${appId}', '${programId}', '${code}', '${longAgo}')`)
    const made = await createLink(database, {
      ...{ workspaceId, membershipId: id, code, label: null, actor: 'system' },
    })
    if (!made.ok) throw new Error(made.rejection)
    members[code] = { id, linkId: made.link.id }
  }
  return { workspaceId, appId, members }
}

/** Each piece of evidence has a name of its own where it comes from; so has each event its time. */
function withoutRepetition(facts: ToldHistory['facts']): ToldHistory['facts'] {
  const seen = new Set<string>()
  return facts.filter((fact) => {
    const key =
      fact.told === 'event'
        ? `${fact.event.kind} ${fact.event.atMs}`
        : `${fact.evidence.membershipId} ${fact.evidence.kind} ${fact.evidence.occurredAtMs}`
    return !seen.has(key) && seen.add(key)
  })
}

async function tellEngine(
  database: Database,
  shop: World & { readonly shopDomain: string },
  { facts, batch }: { readonly facts: readonly Fact[]; readonly batch: number },
): Promise<void> {
  const { workspaceId, appId, shopDomain, members } = shop
  for (let start = 0; start < facts.length; start += batch) {
    await database.transaction(async (tx) => {
      for (const fact of facts.slice(start, start + batch)) {
        if (fact.told === 'event') {
          const { kind, atMs, source } = fact.event
          const occurredAt = new Date(atMs).toISOString()
          await insertInstallEvents(tx, { workspaceId, appId, source, actor: 'system' }, [
            { kind, shopDomain, shopNumber: null, occurredAt },
          ])
        } else {
          const { membershipId, kind, occurredAtMs, id } = fact.evidence
          const member = members[membershipId]
          await recordEvidence(tx, {
            ...{ workspaceId, appId, shopDomain, kind, occurredAtMs, reason: null, actor: 'system' },
            ...{ membershipId: member?.id ?? '', linkId: member?.linkId ?? null },
            sourceId: `${shopDomain} ${id}`,
          })
        }
      }
      await attributeShop(tx, { workspaceId, appId, shopDomain })
    })
  }
}

const readLiving = (database: Database, shopDomain: string) =>
  database.query(
    {
      name: 'test_read_living',
      text: `
        select referral.membership_id as membership, referral.installed_at as "installedAt",
          contract.applies_from as "appliesFrom", referral.earns_install_reward as rewards
        from referrals referral
        join referral_contracts contract on contract.referral_id = referral.id
        where referral.shop_domain = $1 and referral.voided_at is null`,
    },
    [shopDomain],
  )
