import { buildAttribution, demoLink } from './attribution.ts'
import { toIds } from './ids.ts'
import { buildKeyRows, type DemoKeys } from './keys.ts'
import { buildPayees } from './payees.ts'
import { buildPayouts } from './payouts.ts'
import { buildPeople } from './people.ts'
import { createRandom } from './random.ts'
import { buildReferrals, isStaying } from './referrals.ts'
import { joinRows, type Row } from './rows.ts'
import { demoPlatformClientId, demoUninstallUrl } from './shops.ts'
import { at, buildApp, type DemoApp, demoStartMs } from './structure.ts'
import { buildTermsRows } from './terms.ts'

/** Everything that is seeded, before it is turned into rows. */
export type World = Readonly<ReturnType<typeof buildWorld>>

/** What numbers and ids follow from. */
export const seed = 20_250_601

/** How many of the referred shops pay the app, where their story says so; of those that soon stop, only the first. */
const buyingShops = { stay: 210, stop: 49 }

export const toApps = ({ app, otherApp, otherWorkspaceApp }: World): readonly DemoApp[] => [
  app,
  otherApp,
  otherWorkspaceApp,
]

/** Payouts by hand of an app, by its place: the first ones are the same, however many there are. */
export const buildByHand = (app: DemoApp, place: number, count: number): ReturnType<typeof buildPayouts> =>
  buildPayouts(createRandom(seed + 3 + place), app, count)

/** The address of a member's link, on the service. */
export const demoLinkPath = `/r/${demoLink.slug}/${demoLink.code}`

/** Builds the world of the demo; each time the same. */
export function buildWorld() {
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

/** Builds what is there before the sales. */
export function buildFirstRows(world: World, keys: DemoKeys) {
  const { random, app, otherWorkspaceApp } = world
  const apps = toApps(world)
  const created_at = new Date(demoStartMs).toISOString()
  const keyRows = buildKeyRows(random, keys, world)
  // What came to the demo later has numbers and ids of its own: all others stay as they were.
  const extra = createRandom(seed + 1)
  const { termsVersions, membershipStates } = buildTermsRows(random, app, {
    extra,
    createdBy: at(keyRows, 0).id,
  })
  const referred = apps.map((each) =>
    each === app
      ? buildReferrals(random, each, { count: 600, extra, termsVersions })
      : buildReferrals(extra, each, { count: 4, extra }),
  )
  const people = buildPeople(createRandom(seed + 11), { workspaceId: app.workspaceId, atMs: demoStartMs })
  const attribution = buildAttribution(createRandom(seed + 10), app, at(referred, 0).rows)
  const known = { ...at(referred, 0).rows, referral_evidence: attribution.referral_evidence }
  const rows = new Map<string, readonly Row[]>([
    [
      'workspaces',
      [
        { workspace_id: app.workspaceId, name: 'Stress test', created_at },
        { workspace_id: otherWorkspaceApp.workspaceId, name: 'Another workspace', created_at },
      ],
    ],
    ['apps', apps.map((each) => ({ ...toAppRow(each), ...(each === app && toListing()) }))],
    ['app_slugs', [{ slug: demoLink.slug, owner_id: app.workspaceId, app_id: app.id }]],
    ['api_keys', keyRows],
    ['accounts', people.accounts],
    ['account_roles', people.account_roles],
    ...joinRows(apps.map(toStructureRows)),
    ['payees', buildPayees(createRandom(seed + 12), app)],
    ['membership_states', membershipStates],
    ['links', attribution.links],
    ['clicks', attribution.clicks],
    ['evidence', attribution.evidence],
    ['attribution_cases', attribution.attribution_cases],
    ['sale_feeds', attribution.sale_feeds],
    ['terms_versions', termsVersions],
    ...joinRows([
      known,
      { install_events: attribution.install_events },
      ...referred.slice(1).map((each) => each.rows),
    ]),
  ])
  const firstOf = (index: number) => ({
    referralId: at(at(referred, index).rows.referrals, 0).id,
    commissionId: at(at(referred, index).rows.commissions, 0).id,
    payoutId: at(buildByHand(at(apps, index), index, 1), 0).id,
  })
  // Of the shops that buy.
  const referrals = at(referred, 0).referrals.filter(
    ({ story, index }) => index < (isStaying(story) ? buyingShops.stay : buyingShops.stop),
  )
  return { rows, ids: toIds(world, firstOf(0), firstOf(1)), referrals }
}

function toStructureRows({ workspaceId, id: app_id, programs, groups, memberships }: DemoApp) {
  const keys = { workspace_id: workspaceId, app_id, created_at: new Date(demoStartMs).toISOString() }
  return {
    programs: programs.map((program) => ({ ...keys, ...program })),
    groups: groups.map(({ id, programId, name }) => ({ ...keys, id, program_id: programId, name })),
    memberships: memberships.map(({ id, programId, groupId, memberName }) => ({
      ...keys,
      id,
      program_id: programId,
      group_id: groupId,
      member_name: memberName,
    })),
  }
}

function toAppRow({ workspaceId, id, name, platformClientId }: DemoApp) {
  return {
    workspace_id: workspaceId,
    id,
    name,
    platform_client_id: platformClientId,
    uninstall_url: demoUninstallUrl,
    created_at: new Date(demoStartMs).toISOString(),
  }
}

const toListing = () => ({
  slug: demoLink.slug,
  listing_url: 'https://apps.shopify.com/demo-app?utm_source=affiliate&utm_campaign={code}',
})
