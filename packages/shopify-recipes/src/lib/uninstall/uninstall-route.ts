import { detectWaitUntil, handOver } from '../background.ts'
import { type BridgeOptions, hasBridge, reportEvent } from '../bridge/bridge-port.ts'
import { runWithin } from '../deadline.ts'
import { toFault } from '../fault.ts'
import { ledgerTimeoutMs } from '../ledger/delivery-entry.ts'
import { type Ending, endInstall, hasInstalledSince, restartInstall } from '../ledger/end-install.ts'
import { findHook } from '../ledger/install-hooks.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { sharedMemoryLedger } from '../ledger/memory-ledger.ts'
import { createReport } from '../report.ts'
import { sendInTime } from '../send-in-time.ts'
import type { Delivery } from '../webhook/delivery.ts'
import { createWebhookRoute, findFault } from '../webhook/webhook-route.ts'
import type { UninstallOptions, UninstallResult } from './uninstall-options.ts'
import { toUninstallWarning } from './uninstall-warning.ts'

/** What differs between the two handlers. */
export interface UninstallMode {
  /** Whether the ledger holds installs, which the uninstall ends. Asked at each delivery: a hook may be set up later. */
  readonly endsInstalls: () => boolean
  /** Whether a shop has returned, where the ledger holds no installs. Never rejects. */
  readonly hasReturned: (shop: string, untilMs: number) => Promise<boolean>
  /** Sends the contact; never rejects. */
  readonly forward: (delivery: Delivery, report: (result: UninstallResult) => void) => Promise<void>
}

/** How the install ended, or why the ledger did not tell. */
interface Judgement {
  readonly ending: Ending
  readonly ledgerFault?: string | undefined
}

/** Makes the route that receives `app/uninstalled`. It never rejects. */
export function createUninstallRoute(
  options: UninstallOptions,
  mode: UninstallMode,
): (request: Request) => Promise<Response> {
  const { ledger = sharedMemoryLedger(), onUninstalled, waitUntil = detectWaitUntil() } = options
  const report = createReport(options.onResult, toUninstallWarning)
  const handle = async (delivery: Delivery) => {
    const { shop, triggeredAt } = delivery
    const untilMs = triggeredAt?.getTime() ?? Date.now()
    if (hasBridge(options)) handOver(waitUntil, reportUninstall(shop, untilMs, options).then(report))
    const endsInstall = mode.endsInstalls()
    const judgement = endsInstall
      ? end(ledger, shop, untilMs)
      : mode.hasReturned(shop, untilMs).then(toJudgement)
    // Interface 4.4 rule 3: forward first. What became of it never changes the response.
    const steps = [judgement, mode.forward(delivery, report)] as const
    const [{ ending, ledgerFault }] = await Promise.all(steps)
    const fail = (stage: 'ledger' | 'cleanup', code: string) => {
      report({ outcome: 'failed', shop, stage, code })
      return { status: 500, code: `${stage}_failed` } as const
    }
    const isBack = ending === 'returned'
    const cleanUp = () => onUninstalled?.({ shop, triggeredAt, isBack })
    const cleanupFault = ending === 'superseded' ? undefined : await findFault(cleanUp)
    // Without its table the ledger holds no install that a reinstall would be taken for.
    if (ledgerFault !== undefined && ledgerFault !== 'ledger_table_missing')
      return fail('ledger', ledgerFault)
    if (cleanupFault !== undefined) return fail('cleanup', cleanupFault)
    // Last, so that a delivery whose cleanup failed finds the shop as it was.
    const restartFault = isBack && endsInstall ? await restart(ledger, shop, { untilMs, options }) : undefined
    if (restartFault !== undefined) return fail('ledger', restartFault)
    if (ending === 'ended') report({ outcome: 'handled', shop, ...(ledgerFault && { ledgerFault }) })
    else report({ outcome: 'superseded', shop })
    return { status: 200, code: ending === 'ended' ? 'handled' : 'superseded' } as const
  }
  const topics = ['app/uninstalled']
  // The body may say no more than the shop: another uninstall has the same one.
  const mayRepeat = async (shop: string, handledAtMs: number) =>
    mode.endsInstalls()
      ? await hasInstalledSince(ledger, shop, handledAtMs)
      : Date.now() - handledAtMs > repeatMs || (await mode.hasReturned(shop, handledAtMs))
  // Forwarding ends no install: after a change of the variant the ledger still has to be told.
  const digestPrefix = () => (mode.endsInstalls() ? '' : 'forwarded:')
  const route = { topics, shopMember: 'myshopify_domain', digestPrefix, mayRepeat, report, handle }
  return createWebhookRoute(options, route)
}

/** D39: the whole webhook must respond well under the platform's 5 s. */
export const forwardTimeoutMs = 3500

/** Reports that a shop left. Never rejects. */
async function reportUninstall(
  shop: string,
  untilMs: number,
  options: BridgeOptions,
): Promise<UninstallResult> {
  const endsAtMs = Date.now() + forwardTimeoutMs
  const event = { shop, kind: 'uninstalled', occurredAt: new Date(untilMs) } as const
  try {
    const attribution = await runWithin(forwardTimeoutMs, (signal) =>
      sendInTime(() => reportEvent(event, options, signal), { signal, endsAtMs }),
    )
    return { outcome: 'reported', ...attribution }
  } catch (error) {
    return { outcome: 'report_failed', shop, ...toFault(error) }
  }
}

// Hardly anybody uninstalls, installs and uninstalls in less.
const repeatMs = 60_000

const toJudgement = (hasReturned: boolean): Judgement => ({ ending: hasReturned ? 'returned' : 'ended' })

async function end(ledger: Ledger, shop: string, untilMs: number): Promise<Judgement> {
  let ending: Ending = 'ended'
  const ledgerFault = await findFault(async () => {
    ending = await runWithin(ledgerTimeoutMs, () => endInstall(ledger, shop, untilMs))
  })
  return { ending, ledgerFault }
}

/** Has the reinstall sent and told: at once where this process can, else by a later run of the hook. */
async function restart(
  ledger: Ledger,
  shop: string,
  { untilMs, options }: { readonly untilMs: number; readonly options: BridgeOptions },
): Promise<string | undefined> {
  const hook = findHook(ledger)
  const report = hasBridge(options) ? (['report'] as const) : []
  const tasks = hook?.listTasks() ?? (['identify', 'reinstalled', ...report] as const)
  const fault = await findFault(() =>
    runWithin(ledgerTimeoutMs, () => restartInstall(ledger, shop, { untilMs, tasks })),
  )
  if (fault === undefined) hook?.sendMissed()
  return fault
}
