import type { Database, Statement } from '@affiliate-platform/platform/database'
import { readSecret } from '@affiliate-platform/platform/database'
import { type DemoIds, toIds } from './ids.ts'
import { buildKeyRows, type DemoKeys, deriveDemoKeys } from './keys.ts'
import { buildPayoutRows } from './payouts.ts'
import { createRandom, type Random } from './random.ts'
import { buildReferralRows, type ReferralRows } from './referrals.ts'
import { type DemoRows, insertRows } from './rows.ts'
import { type DemoShop, demoPlatformClientId, demoShops } from './shops.ts'
import { at, buildApp, type DemoApp, demoStartMs } from './structure.ts'
import { buildTermsRows } from './terms.ts'

export { demoShops } from './shops.ts'

/** What a caller needs to try the service on demo data. */
export interface Demo {
  readonly keys: DemoKeys
  readonly ids: DemoIds
  readonly shops: readonly DemoShop[]
}

/** Everything that is seeded, before it is turned into rows. */
interface World {
  readonly random: Random
  readonly app: DemoApp
  readonly otherApp: DemoApp
  readonly otherWorkspaceApp: DemoApp
}

const seed = 20_250_601

const workspaceExistsStatement: Statement = {
  name: 'demo_workspace_exists',
  text: 'select 1 from workspaces where workspace_id = $1',
}

/**
 * Seeds a migrated database with the demo, unless it is there already: 3 programs, 40 memberships, 600 referrals, their
 * commissions and 1,037 payouts for one app, and two more apps to be kept apart from it. Every state of every list is
 * there. The data is the same every time; the keys differ from database to database.
 */
export async function seedDemo(database: Database): Promise<Demo> {
  const keys = deriveDemoKeys(await readSecret(database))
  const world = buildWorld()
  const { rows, ids } = buildRows(world, keys)
  await database.transaction(async (tx) => {
    const existing = await tx.query(workspaceExistsStatement, [world.app.workspaceId])
    if (existing.length === 0) await insertRows(tx, rows)
  })
  return { keys, ids, shops: demoShops }
}

function buildWorld(): World {
  const random = createRandom(seed)
  const workspaceId = random.idAt(demoStartMs)
  const otherWorkspaceId = random.idAt(demoStartMs)
  return {
    random,
    app: buildApp(random, {
      workspaceId,
      name: 'Demo app',
      platformClientId: demoPlatformClientId,
      programNames: ['Bright Partners', 'Agency Circle', 'חברים לדרך!'],
      membershipCount: 40,
    }),
    otherApp: buildApp(random, {
      workspaceId,
      name: 'Second app of the workspace',
      platformClientId: 'affiliate-demo-second-app',
      programNames: ['Second Partners'],
      membershipCount: 4,
    }),
    otherWorkspaceApp: buildApp(random, {
      workspaceId: otherWorkspaceId,
      name: 'App of another workspace',
      platformClientId: 'affiliate-demo-foreign-app',
      programNames: ['Foreign Partners'],
      membershipCount: 4,
    }),
  }
}

function buildRows(world: World, keys: DemoKeys): { readonly rows: DemoRows; readonly ids: DemoIds } {
  const { random, app, otherApp, otherWorkspaceApp } = world
  const apps = [app, otherApp, otherWorkspaceApp]
  const created_at = new Date(demoStartMs).toISOString()
  const keyRows = buildKeyRows(random, keys, {
    app: toOwner(app),
    otherApp: toOwner(otherApp),
    otherWorkspaceApp: toOwner(otherWorkspaceApp),
  })
  // What came to the demo later has numbers and ids of its own: all others stay as they were.
  const extra = createRandom(seed + 1)
  const { termsVersions, membershipStates } = buildTermsRows(random, app, {
    extra,
    createdBy: at(keyRows, 0).id,
  })
  const referralRows = apps.map((each) =>
    each === app
      ? buildReferralRows(random, each, { count: 600, extra, termsVersions })
      : buildReferralRows(extra, each, { count: 4, extra }),
  )
  const payoutRows = apps.map((each) =>
    buildPayoutRows(random, each, { count: each === app ? 1037 : 14, extra }),
  )
  const ofReferrals = (part: keyof ReferralRows) => referralRows.flatMap((each) => each[part])
  const rows = new Map<string, readonly Readonly<Record<string, unknown>>[]>([
    [
      'workspaces',
      [
        { workspace_id: app.workspaceId, name: 'Demo workspace', created_at },
        { workspace_id: otherWorkspaceApp.workspaceId, name: 'Another workspace', created_at },
      ],
    ],
    ['apps', apps.map(toAppRow)],
    ['api_keys', keyRows],
    ...structureRows(apps),
    ['membership_states', membershipStates],
    ['terms_versions', termsVersions],
    ['referrals', ofReferrals('referrals')],
    ['referral_contracts', ofReferrals('contracts')],
    ['referral_evidence', ofReferrals('evidence')],
    ['install_events', ofReferrals('installEvents')],
    ['contract_proposals', ofReferrals('proposals')],
    ['referral_voids', ofReferrals('voids')],
    ['payouts', payoutRows.flatMap(({ payouts }) => payouts)],
    ['commissions', [...payoutRows.flatMap(({ commissions }) => commissions), ...ofReferrals('commissions')]],
    ['payout_commissions', payoutRows.flatMap(({ lines }) => lines)],
    ['payment_reports', payoutRows.flatMap(({ reports }) => reports)],
    ['payment_report_retractions', payoutRows.flatMap(({ retractions }) => retractions)],
    ['payment_confirmations', payoutRows.flatMap(({ confirmations }) => confirmations)],
    ['payment_disputes', payoutRows.flatMap(({ disputes }) => disputes)],
    ['payment_dispute_closings', payoutRows.flatMap(({ closings }) => closings)],
    ['payout_voids', payoutRows.flatMap(({ voids }) => voids)],
  ])
  const firstOf = (index: number) => ({
    referralId: at(at(referralRows, index).referrals, 0).id,
    commissionId: at(at(referralRows, index).commissions, 0).id,
    payoutId: at(at(payoutRows, index).payouts, 0).id,
  })
  return { rows, ids: toIds(world, firstOf(0), firstOf(1)) }
}

function structureRows(apps: readonly DemoApp[]) {
  const created_at = new Date(demoStartMs).toISOString()
  const ofApp = ({ workspaceId, id }: DemoApp) => ({ workspace_id: workspaceId, app_id: id, created_at })
  return [
    ['programs', apps.flatMap((app) => app.programs.map((program) => ({ ...ofApp(app), ...program })))],
    [
      'groups',
      apps.flatMap((app) =>
        app.groups.map(({ id, programId, name }) => ({ ...ofApp(app), id, program_id: programId, name })),
      ),
    ],
    [
      'memberships',
      apps.flatMap((app) =>
        app.memberships.map(({ id, programId, groupId, memberName }) => ({
          ...ofApp(app),
          id,
          program_id: programId,
          group_id: groupId,
          member_name: memberName,
        })),
      ),
    ],
  ] as const
}

function toOwner({ workspaceId, id }: DemoApp) {
  return { workspaceId, appId: id }
}

function toAppRow({ workspaceId, id, name, platformClientId, uninstallUrl }: DemoApp) {
  return {
    workspace_id: workspaceId,
    id,
    name,
    platform_client_id: platformClientId,
    uninstall_url: uninstallUrl,
    created_at: new Date(demoStartMs).toISOString(),
  }
}
