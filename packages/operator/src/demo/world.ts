import { type DemoIds, toIds } from './ids.ts'
import { buildKeyRows, type DemoKeys } from './keys.ts'
import { buildPayouts } from './payouts.ts'
import { createRandom, type Random } from './random.ts'
import { buildReferralRows, type DemoReferral, isStaying, type ReferralRows } from './referrals.ts'
import type { DemoRows, Row } from './rows.ts'
import { demoPlatformClientId } from './shops.ts'
import { at, buildApp, type DemoApp, demoStartMs } from './structure.ts'
import { buildTermsRows } from './terms.ts'

/** Everything that is seeded, before it is turned into rows. */
export interface World {
  readonly random: Random
  readonly app: DemoApp
  readonly otherApp: DemoApp
  readonly otherWorkspaceApp: DemoApp
}

/** What numbers and ids follow from. */
export const seed = 20_250_601

/** How many of the referred shops pay the app, where their story says so; of those that soon stop, only the first. */
const buyingShops = { stay: 210, stop: 49 }

/** The apps of the world. */
export const toApps = ({ app, otherApp, otherWorkspaceApp }: World): readonly DemoApp[] => [
  app,
  otherApp,
  otherWorkspaceApp,
]

/** Payouts by hand of an app, by its place: the first ones are the same, however many there are. */
export const buildByHand = (app: DemoApp, place: number, count: number): ReturnType<typeof buildPayouts> =>
  buildPayouts(createRandom(seed + 3 + place), app, count)

/** Builds the world of the demo; each time the same. */
export function buildWorld(): World {
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
      payoutCount: 1037,
    }),
    otherApp: buildApp(random, {
      workspaceId,
      name: 'Second app of the workspace',
      platformClientId: 'affiliate-demo-second-app',
      programNames: ['Second Partners'],
      membershipCount: 4,
      payoutCount: 14,
    }),
    otherWorkspaceApp: buildApp(random, {
      workspaceId: otherWorkspaceId,
      name: 'App of another workspace',
      platformClientId: 'affiliate-demo-foreign-app',
      programNames: ['Foreign Partners'],
      membershipCount: 4,
      payoutCount: 14,
    }),
  }
}

/** What is there before the sales. */
export interface FirstRows {
  readonly rows: DemoRows
  readonly ids: DemoIds
  /** Of the shops that buy. */
  readonly referrals: readonly DemoReferral[]
}

/** Builds what is there before the sales. */
export function buildFirstRows(world: World, keys: DemoKeys): FirstRows {
  const { random, app, otherApp, otherWorkspaceApp } = world
  const apps = toApps(world)
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
  const ofReferrals = (part: Exclude<keyof ReferralRows, 'list'>) =>
    referralRows.flatMap((each): readonly Row[] => each[part])
  const rows = new Map<string, readonly Row[]>([
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
    ['shop_postings', ofReferrals('shops')],
    ['referral_evidence', ofReferrals('evidence')],
    ['install_events', ofReferrals('installEvents')],
    ['contract_proposals', ofReferrals('proposals')],
    ['referral_voids', ofReferrals('voids')],
    ['commissions', ofReferrals('commissions')],
  ])
  const firstOf = (index: number) => ({
    referralId: at(at(referralRows, index).referrals, 0).id,
    commissionId: at(at(referralRows, index).commissions, 0).id,
    payoutId: at(buildByHand(at(apps, index), index, 1), 0).id,
  })
  const referrals = at(referralRows, 0).list.filter(
    ({ story, index }) => index < (isStaying(story) ? buyingShops.stay : buyingShops.stop),
  )
  return { rows, ids: toIds(world, firstOf(0), firstOf(1)), referrals }
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
