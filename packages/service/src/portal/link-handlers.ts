import type { memberOperations } from '@affiliate-platform/contract/console'
import type { Handlers } from '@affiliate-platform/contract/server'
import { actAs } from '@affiliate-platform/platform/audit'
import { type Database, type RequestContext, readDatabaseTime } from '@affiliate-platform/platform/database'
import {
  createLink,
  type Link,
  type LinkRejection,
  listLinkResults,
  listLinks,
} from '@affiliate-platform/platform/links'
import { listMemberMaterials } from '@affiliate-platform/platform/materials'
import { listEarned, listRules, referralsList } from '@affiliate-platform/platform/referrals'
import { findTermsInForce } from '@affiliate-platform/platform/terms'
import { toMoney } from '../console/console-context.ts'
import { toMaterialOnWire } from '../console/material-handlers.ts'
import { listNextTerms } from './list-next-terms.ts'
import { maskShop } from './mask-shop.ts'
import { createOwnLists } from './own-lists.ts'
import { findMember, type PortalContext } from './portal-context.ts'

type LinkOperations = Pick<
  typeof memberOperations,
  'listOwnLinks' | 'createOwnLink' | 'listOwnReferrals' | 'readOwnTerms' | 'listOwnMaterials'
>

type MemberKey = ReturnType<typeof findMember>

const linksMax = 50
const codeCharactersMax = 64

const rejections: Readonly<Record<LinkRejection, string>> = {
  unknown_membership: 'Your membership has ended.',
  app_without_slug: 'The app has no links yet. Ask the program’s team.',
  code_taken: 'Somebody else has this code.',
}

/** The links of a member, with what came by each. */
async function readLinks(database: Database, key: MemberKey) {
  const [links, results] = await Promise.all([
    listLinks(database, key, { after: undefined, limit: linksMax }),
    listLinkResults(database, key),
  ])
  const resultsOf = new Map(results.map((result) => [result.linkId, result]))
  return links.map(({ id, code, path, label, clicks }) => {
    const { referrals = 0, paying = 0 } = resultsOf.get(id) ?? {}
    return { id, code, path, label, clicks, referrals, paying }
  })
}

/** Shows members their links, what they are given to share, the shops that came, and by which terms; and makes more links. */
export function createOwnLinkHandlers(context: PortalContext) {
  const { database } = context
  const { readPage } = createOwnLists(context)

  return {
    listOwnLinks: async ({ caller, pathId }) => ({
      value: { items: await readLinks(database, findMember(caller, pathId)) },
    }),

    createOwnLink: async ({ caller, pathId, body: { label } }) => {
      const key = findMember(caller, pathId)
      const { actor } = caller
      const before = await readLinks(database, key)
      if (before.length >= linksMax) {
        return {
          value: { items: before, rejected: `You have ${linksMax} links, which is as many as there can be.` },
        }
      }
      const code = toCode(before[0]?.code, label)
      const created = await createLink(actAs(database, actor), { ...key, code, label, actor })
      const rejected = created.ok ? findKnown(created.link, label) : rejections[created.rejection]
      return { value: { items: await readLinks(database, key), rejected } }
    },

    listOwnReferrals: async (asked) => {
      const { workspaceId } = findMember(asked.caller, asked.pathId)
      const { rows, nextCursor } = await readPage('portal-referrals', referralsList, asked)
      const ids = rows.map(({ id }) => id)
      const [earned, rules] = await Promise.all([
        listEarned(database, workspaceId, ids),
        listRules(database, workspaceId, ids),
      ])
      const earnedOf = new Map(earned.map((one) => [one.id, one.earned]))
      const rulesOf = new Map(rules.map((one) => [one.referralId, one.rules]))
      const items = rows.map((row) => ({
        ...{
          id: row.id,
          shop: maskShop({ domain: row.shop_domain, referralId: row.id }),
          status: row.status,
          evidence: row.evidence,
        },
        installedAt: row.installed_at.toISOString(),
        earned: (earnedOf.get(row.id) ?? []).map(({ amountMinor, currency }) =>
          toMoney(amountMinor, currency),
        ),
        rules: rulesOf.get(row.id) ?? null,
      }))
      return { value: { items, nextCursor } }
    },

    readOwnTerms: async ({ caller, pathId }) => {
      const key = findMember(caller, pathId)
      const nowMs = (await readDatabaseTime(database)).getTime()
      const inForce = await findTermsInForce(database, key, nowMs)
      const next = await listNextTerms(database, key, { nowMs, inForceId: inForce?.id })
      return { value: { rules: inForce?.rules ?? null, next } }
    },

    listOwnMaterials: async ({ caller, pathId }) => {
      const materials = await listMemberMaterials(database, findMember(caller, pathId))
      return { value: { items: materials.map(toMaterialOnWire) } }
    },
  } satisfies Handlers<LinkOperations, RequestContext>
}

/** The code of another link: that of the first one and what it is for, so that a button pressed twice makes one. */
function toCode(first: string | undefined, label: string): string | undefined {
  // Without one it is made of the member's name.
  if (first === undefined) return undefined
  const words = label
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['link']
  return `${first}-${words.join('-')}`.slice(0, codeCharactersMax)
}

const findKnown = (link: Pick<Link, 'label' | 'code'>, label: string): string | null =>
  link.label === label
    ? null
    : `You have a link with the code ${link.code} already. Call this one differently.`
