import { dayMs } from '@affiliate-platform/contract'
import type { ConsoleResponse, consoleOperations } from '@affiliate-platform/contract/console'
import type { Handlers } from '@affiliate-platform/contract/server'
import type { Database, RequestContext } from '@affiliate-platform/platform/database'
import {
  type PartnerAccess,
  PartnerApiError,
  type PlatformReconciliation,
  reconcileWithPlatform,
  SaleFeedError,
} from '@affiliate-platform/platform/sales'
import { chooseApp } from './choose-app.ts'

type Reconciliation = ConsoleResponse<'reconcileSales'>
type Row = NonNullable<PlatformReconciliation['differences'][number]['ours']>

const daysMax = 62
const differencesMax = 100
/** As long as a person waits. The command has no such end. */
const waitMs = 25_000

const nothing = { sums: [], differences: [], differing: 0, setAside: 0 }
const reject = (rejected: string): Reconciliation => ({ ...nothing, rejected })

/** Creates the comparison with the Partner API: one at a time in a workspace, since all share its pace. */
export function createReconciliation(
  database: Database,
  access: PartnerAccess,
): Handlers<Pick<typeof consoleOperations, 'reconcileSales'>, RequestContext>['reconcileSales'] {
  const underWay = new Set<string>()
  return async ({ caller: { workspaceId }, body: { appId, from, to } }) => {
    await chooseApp(database, workspaceId, appId)
    const window = { from: new Date(from), to: new Date(to) }
    const days = (window.to.getTime() - window.from.getTime()) / dayMs
    if (days <= 0) return { value: reject('The first day must be before the other one.') }
    if (days > daysMax) return { value: reject(`Choose at most ${daysMax} days, or use the command below.`) }
    if (underWay.has(workspaceId))
      return { value: reject('Another comparison is under way. Try again then.') }
    underWay.add(workspaceId)
    try {
      return { value: await compare(database, { workspaceId, appId, ...window, access }) }
    } finally {
      underWay.delete(workspaceId)
    }
  }
}

async function compare(
  database: Database,
  scope: Parameters<typeof reconcileWithPlatform>[1],
): Promise<Reconciliation> {
  const signal = AbortSignal.timeout(waitMs)
  try {
    return toWire(await reconcileWithPlatform(database, { ...scope, signal }))
  } catch (error) {
    if (error instanceof SaleFeedError || error instanceof PartnerApiError) return reject(error.message)
    if (signal.aborted) return reject('There is more than can be read while you wait. Use the command below.')
    throw error
  }
}

function toWire({ sums, differences, setAside }: PlatformReconciliation): Reconciliation {
  return {
    ...{
      rejected: null,
      sums: sums.map(({ ours, theirs, ...sum }) => ({ ...sum, ours: { ...ours }, theirs: { ...theirs } })),
      setAside,
      differing: differences.length,
    },
    differences: differences
      .slice(0, differencesMax)
      .map(({ platformId, shopDomain, difference, ...sides }) => ({
        ...{ platformId, shop: shopDomain, difference },
        ours: describeSide(sides.ours),
        theirs: describeSide(sides.theirs),
      })),
  }
}

const describeSide = (row: Row | null): string | null =>
  row && `${row.gross} ${row.grossCurrency}, net ${row.net} ${row.netCurrency}`
