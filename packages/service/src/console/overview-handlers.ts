import type { consoleOperations } from '@affiliate-platform/contract/console'
import type { Handlers } from '@affiliate-platform/contract/server'
import { sumBalances } from '@affiliate-platform/platform/balances'
import type { RequestContext } from '@affiliate-platform/platform/database'
import {
  listMonths,
  listPayDays,
  listUnpaidRuns,
  readFirstSteps,
  readWaiting,
} from '@affiliate-platform/platform/overview'
import { listRuns } from '@affiliate-platform/platform/payout-runs'
import { type ConsoleContext, toMoney, toPlacesOnWire } from './console-context.ts'

type OverviewOperations = Pick<typeof consoleOperations, 'readOverview' | 'readMonths'>

const monthsShown = 12

/** Tells where the members' money is. */
export function createOverviewHandlers({ database }: ConsoleContext) {
  return {
    readOverview: async ({ caller: { workspaceId } }) => {
      const now = new Date()
      const [places, waiting, unpaidRuns, [run], payDays] = await Promise.all([
        sumBalances(database, workspaceId),
        readWaiting(database, workspaceId),
        listUnpaidRuns(database, workspaceId),
        listRuns(database, workspaceId, { after: undefined, limit: 1 }),
        listPayDays(database, workspaceId, now),
      ])
      return {
        value: {
          asOf: now.toISOString(),
          currencies: places.map(toPlacesOnWire),
          waiting: {
            applications: waiting.applications.map(({ programId: id, programName: name, open }) => ({
              ...{ program: { id, name }, open },
            })),
            ...{ openCases: waiting.openCases, openProposals: waiting.openProposals },
            disputes: waiting.disputes.map(({ payoutId, since, ...dispute }) => ({
              payoutId,
              member: { id: dispute.membershipId, name: dispute.memberName },
              amount: toMoney(dispute.amountMinor, dispute.currency),
              since: since.toISOString(),
            })),
            unpaidRuns: unpaidRuns.map(({ id, asOf, payouts, sums }) => ({
              ...{ id, asOf: asOf.toISOString(), payouts },
              sums: sums.map(({ amountMinor, currency }) => toMoney(amountMinor, currency)),
            })),
          },
          lastRun: run ? { id: run.id, asOf: run.asOf.toISOString(), payouts: run.payouts } : null,
          payDays: payDays.map(({ programId: id, programName: name, ...payDay }) => ({
            ...{ program: { id, name }, ...payDay },
          })),
          firstSteps: run ? null : await readFirstSteps(database, workspaceId),
        },
      }
    },

    readMonths: async ({ caller: { workspaceId } }) => {
      const found = await listMonths(database, workspaceId, { now: new Date(), months: monthsShown })
      const currencies = [...new Set(found.map(({ currency }) => currency))].map((currency) => ({
        currency,
        months: found
          .filter((one) => one.currency === currency)
          .map(({ month, earnedMinor, paidMinor }) => ({
            month,
            earned: toMoney(earnedMinor, currency),
            paid: toMoney(paidMinor, currency),
          })),
      }))
      return { value: { currencies } }
    },
  } satisfies Handlers<OverviewOperations, RequestContext>
}
