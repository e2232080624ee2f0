import { dayMs } from '@affiliate-platform/contract'
import type { consoleOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Handlers } from '@affiliate-platform/contract/server'
import { listKeysWorkingFirst } from '@affiliate-platform/platform/api-keys'
import {
  explainedBy,
  findLatestAnalyticsImport,
  readCoverage,
} from '@affiliate-platform/platform/attribution'
import type { Database, RequestContext } from '@affiliate-platform/platform/database'
import {
  countedClicksMax,
  type Link,
  listLinkResults,
  readClicks,
  readLink,
  searchLinks,
} from '@affiliate-platform/platform/links'
import { findMembership } from '@affiliate-platform/platform/memberships'
import { chooseApp } from './choose-app.ts'
import type { ConsoleContext } from './console-context.ts'

type LinkOperations = Pick<typeof consoleOperations, 'searchLinks' | 'readLink' | 'readCoverage'>

const linksMax = 50
const keysMax = 1000
const countedMax = 10
const listedMax = 20
const unexplainedMax = 50
const daysDefault = '30'

/** Shows the links of members, and of how many installs is known who brought them. */
export function createLinkHandlers({ database }: ConsoleContext) {
  return {
    searchLinks: async ({ caller: { workspaceId }, query }) => {
      const { membershipId, search: code, cursor: after } = query
      const member = membershipId && (await findMembership(database, { workspaceId, id: membershipId }))
      const asked = member ? member.appId : query.appId
      const { appId, apps } = await chooseApp(database, workspaceId, asked)
      if (appId === undefined) return { value: { appId: null, apps, items: [], nextCursor: null } }
      const filter = { workspaceId, appId, membershipId, code }
      const found = await searchLinks(database, filter, { after, limit: linksMax + 1 })
      const items = found.slice(0, linksMax).map(({ clicks, ...link }) => ({
        ...toLink(link),
        ...{ clicks: Math.min(clicks, countedClicksMax), areMore: clicks > countedClicksMax },
      }))
      const nextCursor = found.length > linksMax ? (items.at(-1)?.id ?? null) : null
      return { value: { appId, apps, items, nextCursor } }
    },

    readLink: async ({ caller: { workspaceId }, pathId: id }) => {
      const [link, clicks] = await Promise.all([
        readLink(database, { workspaceId, id }),
        readClicks(database, { workspaceId, linkId: id }),
      ])
      if (link === undefined || clicks === undefined) throw accessDenied()
      const { membershipId, days } = link
      const results = await listLinkResults(database, { workspaceId, membershipId })
      const { referrals = 0, paying = 0 } = results.find(({ linkId }) => linkId === id) ?? {}
      const { bySubId, byCountry, byReferringHost } = clicks
      return {
        value: {
          ...{ ...toLink(link), referrals, paying, days: days.map((day) => ({ ...day })) },
          bySubId: toFirst(bySubId),
          byCountry: toFirst(byCountry),
          byReferringHost: toFirst(byReferringHost),
        },
      }
    },

    readCoverage: async ({ caller: { workspaceId }, query: { appId: asked, days = daysDefault } }) => {
      const { appId, apps } = await chooseApp(database, workspaceId, asked)
      const to = new Date()
      const from = new Date(to.getTime() - Number(days) * dayMs)
      const time = { from: from.toISOString(), to: to.toISOString() }
      if (appId === undefined) return { value: { ...nothing, ...time, appId: null, apps } }
      const app = { workspaceId, appId }
      const [coverage, keys, analyticsAt] = await Promise.all([
        readCoverage(database, { ...app, from, to }),
        findBridgeKeys(database, workspaceId),
        findLatestAnalyticsImport(database, app),
      ])
      const { installs, explained, clicks, bySource } = coverage
      const { bridge = 0, partner = 0 } = bySource
      return {
        value: {
          ...{ appId, apps, ...time, installs, explained, clicks },
          ...toParts(coverage),
          sources: { bridge, partner, ...keys, analyticsAt: analyticsAt?.toISOString() ?? null },
        },
      }
    },
  } satisfies Handlers<LinkOperations, RequestContext>
}

const toLink = ({ id, code, path, label, membershipId, memberName, createdAt }: Link) => ({
  ...{ id, code, path, label, createdAt: createdAt.toISOString() },
  member: { id: membershipId, name: memberName },
})

const toFirst = <Row extends object>(rows: readonly Row[]) =>
  rows.slice(0, countedMax).map((row) => ({ ...row }))

async function findBridgeKeys(database: Database, workspaceId: string) {
  const found = await listKeysWorkingFirst(database, { workspaceId, limit: keysMax })
  const keys = found.filter(({ kind, revokedAt }) => kind === 'install_bridge' && revokedAt === null)
  const used = keys.flatMap(({ lastUsedAt }) => lastUsedAt?.toISOString() ?? []).toSorted()
  return { hasKey: keys.length > 0, keyUsedAt: used.at(-1) ?? null }
}

const nothing = {
  ...{ installs: 0, explained: 0, clicks: 0, byEvidence: [], byMember: [], byLink: [], unexplained: [] },
  sources: { bridge: 0, partner: 0, hasKey: false, keyUsedAt: null, analyticsAt: null },
}

type Coverage = Awaited<ReturnType<typeof readCoverage>>

const toParts = ({ byEvidence, byMember, byLink, unexplained }: Coverage) => ({
  byEvidence: explainedBy.flatMap((kind) => {
    const installs = byEvidence[kind]
    return installs === undefined ? [] : [{ kind, installs }]
  }),
  byMember: byMember.slice(0, listedMax).map(({ membershipId: id, memberName: name, installs, clicks }) => ({
    ...{ member: { id, name }, installs, clicks },
  })),
  byLink: byLink.slice(0, listedMax).map(({ linkId: id, code, memberName: member, installs, clicks }) => ({
    ...{ id, code, member, installs, clicks },
  })),
  unexplained: unexplained.slice(0, unexplainedMax).map(({ shopDomain: shop, installedAt }) => ({
    ...{ shop, installedAt: installedAt.toISOString() },
  })),
})
