import type { CaseKind } from '@affiliate-platform/contract'
import { buildExampleRules, buildLine, importLines } from '@affiliate-platform/test-support/money-world'
import {
  createdAt,
  insertApp,
  insertMembership,
  insertRecord,
  insertRow,
} from '@affiliate-platform/test-support/payout-builders'
import { attributeShop } from '../../src/attribution/attribute-shop.ts'
import { fileClaim } from '../../src/attribution.ts'
import type { Database } from '../../src/database/statements/database.ts'
import { insertInstallEvents } from '../../src/install-events/store.ts'
import { createLink } from '../../src/links.ts'
import { pay } from '../payout-runs/runs.ts'

export const actor = 'operator:ada'
const shopDomain = 'maple.myshopify.com'

/** A time of the month in which everything happens. */
export const at = (day: string) => `2026-02-${day}T00:00:00.000Z`

/** Two members of a program, a shop, and how something is told of it. */
export type CaseWorld = Awaited<ReturnType<typeof buildCaseWorld>>

/** Builds a program in which Mia and Noa share links, and no shop. */
export async function buildCaseWorld(database: Database) {
  const app = await insertApp(database, { memberName: 'Mia' })
  const { workspaceId, appId, programId } = app
  const members = { Mia: app.membershipId, Noa: await insertMembership(database, app, 'Noa') }
  const place = { workspace_id: workspaceId, app_id: appId, created_at: createdAt }
  await insertRecord(database, 'terms_versions', {
    ...{ ...place, program_id: programId, target_kind: 'program', target_id: programId, operator: 'ada' },
    ...{ rules: buildExampleRules({ windowDays: 30, allowManualClaims: true }), effective_at: createdAt },
  })
  await insertRow(database, 'sale_feeds', {
    ...{ workspace_id: workspaceId, app_id: appId, installs_read_until: at('28') },
  })
  await database.script(`
    update apps set slug = 'app-${appId}', listing_url = 'https://apps.shopify.com/a' where id = '${appId}'`)
  const linkIds = new Map<string, string>()
  for (const [code, membershipId] of Object.entries(members)) {
    const made = await createLink(database, { workspaceId, membershipId, code, label: null, actor })
    if (!made.ok) throw new Error(made.rejection)
    linkIds.set(membershipId, made.link.id)
  }
  const shop = { workspaceId, appId, shopDomain }
  const attribute = () => database.transaction((tx) => attributeShop(tx, shop))
  const tellEvent = (kind: 'installed' | 'uninstalled') => async (day: string) => {
    const event = { kind, shopDomain, shopNumber: null, occurredAt: at(day) }
    await insertInstallEvents(database, { workspaceId, appId, actor, source: 'partner' }, [event])
    await attribute()
  }
  return {
    ...{ workspaceId, appId, shopDomain, members },
    install: tellEvent('installed'),
    uninstall: tellEvent('uninstalled'),
    tell: async (
      kind: 'coupon' | 'analytics',
      name: keyof typeof members,
      day: string,
      clicks: object = {},
    ) => {
      const { [name]: membershipId } = members
      await insertRecord(database, 'evidence', {
        ...{
          ...place,
          shop_domain: shopDomain,
          membership_id: membershipId,
          kind,
          occurred_at: at(day),
          actor,
        },
        ...{ link_id: linkIds.get(membershipId), source_id: `${kind} ${name} ${day}`, ...clicks },
      })
      await attribute()
    },
    claim: (name: keyof typeof members) =>
      fileClaim(database, {
        ...{ workspaceId, membershipId: members[name], shopDomain, reason: 'I set it up', actor },
      }),
    /** The shop is the member's own, by its contact. */
    own: async (name: keyof typeof members) => {
      const email = 'own@shop.example'
      await insertRecord(database, 'payees', {
        ...{ ...place, membership_id: members[name], kind: 'person', name, method: 'paypal' },
        ...{ email, effective_from: createdAt, actor },
      })
      await insertRow(database, 'contacts', {
        ...{ workspace_id: workspaceId, shop_domain: shopDomain, email },
        ...{ created_at: createdAt, updated_at: createdAt },
      })
    },
    /** Installs were never read from the Partner API. */
    forget: () =>
      database.script(`update sale_feeds set installs_read_until = null where app_id = '${appId}'`),
    earn: (day: string) =>
      importLines(database, { workspaceId, appId }, [
        buildLine({ shopDomain, platformId: `sale/${day}`, gross: '905.0', collectedAt: at(day) }),
      ]),
    payOut: () => pay(database, workspaceId, '2026-06-01'),
  }
}

/** Each kind of case: what leads to it, and who refers the shop by each answer. */
export const caseStories: readonly {
  readonly kind: CaseKind
  readonly accept: 'Noa'
  readonly reject: 'Mia' | null
  readonly lead: (world: CaseWorld) => Promise<void>
}[] = [
  {
    ...{ kind: 'conflict', accept: 'Noa', reject: 'Mia' },
    lead: async ({ install, tell }) => {
      await tell('analytics', 'Mia', '02')
      await install('03')
      await tell('coupon', 'Noa', '04')
    },
  },
  {
    ...{ kind: 'late', accept: 'Noa', reject: 'Mia' },
    lead: async ({ install, tell, earn, payOut }) => {
      await install('03')
      await tell('analytics', 'Mia', '02')
      await earn('04')
      await payOut()
      await tell('analytics', 'Noa', '01')
    },
  },
  {
    ...{ kind: 'claim', accept: 'Noa', reject: 'Mia' },
    lead: async ({ install, tell, claim }) => {
      await install('03')
      await tell('analytics', 'Mia', '02')
      await claim('Noa')
    },
  },
  {
    ...{ kind: 'self_referral', accept: 'Noa', reject: null },
    lead: async ({ install, tell, own }) => {
      await own('Noa')
      await install('03')
      await tell('coupon', 'Noa', '03')
    },
  },
  {
    ...{ kind: 'reinstall', accept: 'Noa', reject: null },
    lead: async ({ install, uninstall, tell }) => {
      await install('01')
      await uninstall('02')
      await install('05')
      await tell('analytics', 'Noa', '04')
    },
  },
  {
    ...{ kind: 'history_unknown', accept: 'Noa', reject: null },
    lead: async ({ install, tell, forget }) => {
      await forget()
      await install('03')
      await tell('analytics', 'Noa', '02')
    },
  },
  {
    ...{ kind: 'flood', accept: 'Noa', reject: 'Mia' },
    lead: async ({ install, tell }) => {
      await install('05')
      await tell('analytics', 'Mia', '03')
      await tell('analytics', 'Noa', '02', { day_clicks: 500, clicks_before: 0 })
    },
  },
]
