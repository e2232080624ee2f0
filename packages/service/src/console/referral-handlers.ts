import type { consoleOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Handlers } from '@affiliate-platform/contract/server'
import type { RequestContext } from '@affiliate-platform/platform/database'
import {
  type EarnedReferral,
  findReferral,
  findVoid,
  listContracts,
  listEarned,
  listEvidence,
  referralsList,
} from '@affiliate-platform/platform/referrals'
import { createAppLists } from './app-lists.ts'
import { type ConsoleContext, readNaming, toMoney } from './console-context.ts'

type ReferralOperations = Pick<typeof consoleOperations, 'searchReferrals' | 'readReferral'>

/** Lists the shops that members have referred, and shows how each came and by what it earns. */
export function createReferralHandlers(context: ConsoleContext) {
  const { database } = context
  const { readPage } = createAppLists(context)
  return {
    searchReferrals: async (asked) => {
      const { rows, ...list } = await readPage('console-referrals', referralsList, asked)
      const ids = rows.map(({ id }) => id)
      const earned = await listEarned(database, asked.caller.workspaceId, ids)
      const earnedOf = new Map(earned.map((one) => [one.id, one]))
      const items = rows.map((row) => ({
        ...{ id: row.id, shop: row.shop_domain, status: row.status, evidence: row.evidence },
        installedAt: row.installed_at.toISOString(),
        ...toEarned(row.membership_id, earnedOf.get(row.id)),
      }))
      return { value: { ...list, items } }
    },

    readReferral: async ({ caller: { workspaceId }, pathId: referralId }) => {
      const key = { workspaceId, referralId }
      const [referral, [earned], evidence, contracts, voided] = await Promise.all([
        findReferral(database, key),
        listEarned(database, workspaceId, [referralId]),
        listEvidence(database, key),
        listContracts(database, key),
        findVoid(database, key),
      ])
      if (referral === undefined) throw accessDenied()
      const actors = [...evidence, ...contracts, ...(voided ? [voided] : [])].map(({ actor }) => actor)
      const toName = await readNaming(context, workspaceId, actors)
      return {
        value: {
          ...{ id: referral.id, shop: referral.shopDomain, status: referral.status },
          ...toEarned(referral.membershipId, earned),
          installedAt: referral.installedAt.toISOString(),
          createdAt: referral.createdAt.toISOString(),
          evidence: evidence.map(({ kind, at, reason, actor }) => ({
            ...{ kind, at: at.toISOString(), reason, by: toName(actor) },
          })),
          contracts: contracts.map(({ id, appliesFrom, reason, actor, rules }) => ({
            ...{ id, appliesFrom: appliesFrom.toISOString(), reason, by: toName(actor), rules },
          })),
          voided: voided
            ? { reason: voided.reason, by: toName(voided.actor), at: voided.createdAt.toISOString() }
            : null,
        },
      }
    },
  } satisfies Handlers<ReferralOperations, RequestContext>
}

const toEarned = (membershipId: string, found: EarnedReferral | undefined) => ({
  member: { id: membershipId, name: found?.memberName ?? '' },
  earned: found?.earned.map(({ amountMinor, currency }) => toMoney(amountMinor, currency)) ?? [],
})
