import { referralEndsAt } from '@affiliate-platform/commission-engine'
import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { pick, startRandom } from '@affiliate-platform/test-support/guarantee-scale'
import {
  createdAt,
  insertApp,
  insertRecord,
  insertRows,
  type TestApp,
} from '@affiliate-platform/test-support/payout-builders'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { it } from 'vitest'
import { type Database, newId } from '../../src/database.ts'
import { expectStatuses, histories, nowMs } from './expect-statuses.ts'

type Random = ReturnType<typeof startRandom>

/** What is known of a referral. */
interface ReferralHistory {
  readonly id: string
  readonly shopDomain: string
  readonly installedAtMs: number
  readonly isVoided: boolean
  /** Of the first contract, and of one that an accepted proposal added. */
  readonly durations: readonly (number | null)[]
  readonly proposals: readonly ('open' | 'declined')[]
  /** In the order of their times. */
  readonly events: readonly ('installed' | 'uninstalled' | 'deactivated' | 'reactivated')[]
  readonly hasCommission: boolean
}

// With whole months after them on either side of now, and months that have no such day.
const installs = [
  ...['2026-05-01T00:00:00.000Z', '2026-05-01T00:00:00.001Z', '2026-04-30T23:59:59.999Z'],
  ...['2026-03-31T00:00:00.000Z', '2026-01-31T10:00:00.000Z', '2025-06-01T00:00:00.000Z'],
].map((text) => Date.parse(text))

function drawReferral(random: Random): ReferralHistory {
  const id = newId()
  const duration = () => pick(random, [null, null, 1, 2, 3, 12])
  return {
    ...{ id, shopDomain: `${id}.myshopify.com`, installedAtMs: installs[random.below(installs.length)] ?? 0 },
    isVoided: random.below(6) === 0,
    durations: random.below(4) === 0 ? [duration(), duration()] : [duration()],
    proposals: Array.from({ length: random.below(3) }, () => pick(random, ['open', 'declined', 'declined'])),
    events: Array.from({ length: random.below(5) }, () =>
      pick(random, ['installed', 'uninstalled', 'deactivated', 'reactivated']),
    ),
    hasCommission: random.below(2) === 0,
  }
}

/** The rule in one readable place, which SQL has to agree with. */
function deriveReferralStatus(referral: ReferralHistory): string {
  const { installedAtMs, isVoided, durations, proposals, events, hasCommission } = referral
  if (isVoided) return 'voided'
  if (proposals.includes('open')) return 'under_review'
  const endsAtMs = referralEndsAt({ installedAtMs }, { durationMonths: durations.at(-1) ?? null })
  if (endsAtMs !== null && endsAtMs <= nowMs) return 'ended'
  if (events.findLast((kind) => kind.endsWith('installed')) === 'uninstalled') return 'uninstalled'
  return hasCommission ? 'earning' : 'attributed'
}

/** Inserts referrals with everything that their states follow from. */
async function insertReferrals(
  database: Database,
  app: TestApp,
  referrals: readonly ReferralHistory[],
): Promise<void> {
  const { workspaceId: workspace_id, appId: app_id, programId: program_id, membershipId } = app
  const fact = { workspace_id, actor: 'operator:mia', created_at: createdAt }
  const place = { app_id, program_id, membership_id: membershipId }
  const terms_version_id = await insertRecord(database, 'terms_versions', {
    ...{ workspace_id, app_id, program_id, target_kind: 'membership', target_id: membershipId, rules: {} },
    ...{ effective_at: createdAt, operator: 'mia', created_at: createdAt },
  })
  const insert = <T>(table: string, from: readonly T[], toRow: (record: T) => object) =>
    insertRows(
      database,
      table,
      from.map((record) => ({ ...fact, ...toRow(record) })),
    )
  await insert('referrals', referrals, ({ id, shopDomain, installedAtMs }) => ({
    ...{ ...place, id, shop_domain: shopDomain, installed_at: new Date(installedAtMs) },
    earns_install_reward: true,
  }))
  const proposals = referrals.flatMap(({ id: referral_id, proposals: own, durations }) =>
    [...own, ...(durations.length > 1 ? (['accepted'] as const) : [])].map((outcome, index) => ({
      ...{ id: newId(), referral_id, outcome, duration: durations[1] },
      applies_from: new Date(nowMs + index * 1000),
    })),
  )
  await insert('contract_proposals', proposals, ({ id, referral_id, applies_from }) => ({
    ...{ id, referral_id, terms_version_id, applies_from },
  }))
  const reviewed = proposals.filter(({ outcome }) => outcome !== 'open')
  await insert('contract_proposal_reviews', reviewed, ({ id, outcome }) => ({
    ...{ proposal_id: id, decision: outcome === 'accepted' ? 'accept' : 'decline' },
    ...{ reason: 'R', actor: 'operator:ben' },
  }))
  const toRules = (durationMonths: number | null = null) => buildRules({ durationMonths })
  const first = referrals.map(({ id, durations }) => ({
    id: newId(),
    referral_id: id,
    duration: durations[0],
  }))
  await insert('referral_contracts', first, ({ duration, ...contract }) => ({
    ...{ ...contract, rules: toRules(duration), applies_from: createdAt, reason: 'agreed' },
  }))
  await insert(
    'referral_contracts',
    proposals.filter(({ outcome }) => outcome === 'accepted'),
    ({ id, referral_id, duration, applies_from }) => ({
      ...{
        id: newId(),
        referral_id,
        proposal_id: id,
        terms_version_id,
        rules: toRules(duration),
        applies_from,
      },
    }),
  )
  const voided = referrals.filter(({ isVoided }) => isVoided)
  await insert('referral_voids', voided, ({ id }) => ({ referral_id: id, reason: 'R' }))
  const events = referrals.flatMap(({ shopDomain, events: own }) =>
    own.map((kind, index) => ({ shopDomain, kind, at: new Date(nowMs - 100_000 + index) })),
  )
  await insert('install_events', events.toReversed(), ({ shopDomain, kind, at }) => ({
    ...{ app_id, shop_domain: shopDomain, kind, occurred_at: at, source: 'partner' },
  }))
  const earning = first.filter((_, index) => referrals[index]?.hasCommission)
  await insert('commissions', earning, ({ id, referral_id }) => ({
    ...{ ...place, id: newId(), referral_id, contract_id: id, currency: 'USD', sequence: 1 },
    ...{ entry: 'accrual', cause: 'install_reward', base_before: 0, base_change: 0, amount_minor: 500 },
    ...{ accrued_at: createdAt, available_at: createdAt },
  }))
}

describeOnEachEngine('the state of a referral', (database) => {
  it(`is the first that its facts lead to, in ${histories} histories [D61]`, async () => {
    const random = startRandom()
    const app = await insertApp(database())
    const referrals = Array.from({ length: histories }, () => drawReferral(random))
    await insertReferrals(database(), app, referrals)

    const expected = new Map(referrals.map((referral) => [referral.id, deriveReferralStatus(referral)]))
    await expectStatuses(database(), 'listReferrals', { app, expected })
  })
})
