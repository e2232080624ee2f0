import type { memberOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Handlers } from '@affiliate-platform/contract/server'
import { listBalances, toPlaces } from '@affiliate-platform/platform/balances'
import { commissionsList, listHeldUntil } from '@affiliate-platform/platform/commissions'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { listLinks } from '@affiliate-platform/platform/links'
import { findMembership, findMembershipWord } from '@affiliate-platform/platform/memberships'
import { listPayDays } from '@affiliate-platform/platform/overview'
import { findPayeeHold, listPayees } from '@affiliate-platform/platform/payees'
import { listExclusions } from '@affiliate-platform/platform/payout-runs'
import { listOpenReports, payoutsList } from '@affiliate-platform/platform/payouts'
import { toMoney, toPlacesOnWire } from '../console/console-context.ts'
import { readHindrance } from '../console/read-commission-waiting.ts'
import { toEarnings } from './earning-handlers.ts'
import { createOwnLists } from './own-lists.ts'
import { findMember, type PortalContext } from './portal-context.ts'

type HomeOperations = Pick<typeof memberOperations, 'readHome'>

const earningsShown = 5
const runsShown = 2

/** Shows a member what they have, what it waits for, and what is asked of them. */
export function createHomeHandlers(context: PortalContext) {
  const { database } = context
  const { readPage } = createOwnLists(context)
  return {
    readHome: async ({ caller, context: request, pathId }) => {
      const key = findMember(caller, pathId)
      const { workspaceId, membershipId } = key
      const membership = await findMembership(database, { workspaceId, id: membershipId })
      if (membership === undefined) throw accessDenied()
      const asked = { caller, context: request, pathId }
      const [balances, held, waiting, questions, payouts, payDays, payees, heldUntil, [link], earnings] =
        await Promise.all([
          listBalances(database, { workspaceId, membershipIds: [membershipId] }),
          listHeldUntil(database, key),
          findWaiting(key),
          listOpenReports(database, key),
          readPage('portal-home-payouts', payoutsList, { ...asked, query: { limit: runsShown } }),
          listPayDays(database, workspaceId, new Date()),
          listPayees(database, key),
          findPayeeHold(database, key),
          listLinks(database, key, { after: undefined, limit: 1 }),
          readPage('portal-home-earnings', commissionsList, { ...asked, query: { limit: earningsShown } }),
        ])
      const hindrances = await Promise.all(
        balances.map(({ currency }) => readHindrance(database, { ...key, currency })),
      )
      const lastHeld = new Map(held.map(({ currency, until }) => [currency, until.toISOString()]))
      const payDay = payDays.find(({ programId }) => programId === membership.programId)
      return {
        value: {
          balances: balances.map((balance, place) => ({
            ...toPlacesOnWire(toPlaces(balance)),
            heldUntil: lastHeld.get(balance.currency) ?? null,
            hindrance: hindrances[place] ?? null,
          })),
          waiting,
          questions: questions.map(({ openMinor, currency, paidAt, ...question }) => ({
            ...question,
            amount: toMoney(openMinor, currency),
            paidAt: paidAt.toISOString(),
          })),
          lastPaid: payouts.rows.map((row) => new Date(row.created_at_ms).toISOString()),
          // One that has passed is no promise.
          payDay: payDay === undefined || payDay.isDue ? null : payDay.day,
          hasPayee: payees.length > 0,
          payeeHeldUntil: heldUntil?.toISOString() ?? null,
          link: link ? { code: link.code, path: link.path } : null,
          earnings: await toEarnings(database, workspaceId, earnings.rows),
        },
      }
    },
  } satisfies Handlers<HomeOperations, RequestContext>

  async function findWaiting({ workspaceId, membershipId }: ReturnType<typeof findMember>) {
    const [word, exclusions] = await Promise.all([
      findMembershipWord(database, { workspaceId, id: membershipId }),
      listExclusions(database, workspaceId, { after: undefined, limit: 1, membershipId }),
    ])
    const [exclusion] = exclusions
    const isOut = word !== undefined && word.state !== 'active'
    const found = isOut ? word : exclusion && { state: 'excluded', ...exclusion }
    return found === undefined
      ? null
      : { state: found.state, reason: found.reason, since: found.createdAt.toISOString() }
  }
}
