import type { consoleOperations } from '@affiliate-platform/contract/console'
import type { Handlers } from '@affiliate-platform/contract/server'
import { sumBalances } from '@affiliate-platform/platform/balances'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { listPayDays, readFirstSteps, readWaiting } from '@affiliate-platform/platform/overview'
import { listRuns } from '@affiliate-platform/platform/payout-runs'
import { type ConsoleContext, toMoney, toPlacesOnWire } from './console-context.ts'

type OverviewOperations = Pick<typeof consoleOperations, 'readOverview'>

/** Tells where the members' money is. */
export function createOverviewHandlers({ database }: ConsoleContext) {
  return {
    readOverview: async ({ caller: { workspaceId } }) => {
      const now = new Date()
      const [places, { openCases, openProposals, disputes }, [run], payDays] = await Promise.all([
        sumBalances(database, workspaceId),
        readWaiting(database, workspaceId),
        listRuns(database, workspaceId, { after: undefined, limit: 1 }),
        listPayDays(database, workspaceId, now),
      ])
      return {
        value: {
          asOf: now.toISOString(),
          currencies: places.map(toPlacesOnWire),
          waiting: {
            ...{ openCases, openProposals },
            disputes: disputes.map(({ payoutId, since, ...dispute }) => ({
              payoutId,
              member: { id: dispute.membershipId, name: dispute.memberName },
              amount: toMoney(dispute.amountMinor, dispute.currency),
              since: since.toISOString(),
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
  } satisfies Handlers<OverviewOperations, RequestContext>
}
