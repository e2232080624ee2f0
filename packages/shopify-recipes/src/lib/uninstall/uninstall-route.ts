import { runWithin } from '../deadline.ts'
import { ledgerTimeoutMs } from '../ledger/delivery-entry.ts'
import { endInstall } from '../ledger/install-entry.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { sharedMemoryLedger } from '../ledger/memory-ledger.ts'
import { createReport } from '../report.ts'
import type { Delivery } from '../webhook/delivery.ts'
import { createWebhookRoute, findFault } from '../webhook/webhook-route.ts'
import type { UninstallOptions, UninstallResult } from './uninstall-options.ts'
import { toUninstallWarning } from './uninstall-warning.ts'

/** What differs between the two handlers. */
export interface UninstallMode {
  /** Whether the ledger holds installs, which the uninstall ends. Asked at each delivery: a hook may be set up later. */
  readonly endsInstalls: () => boolean
  /** Sends the contact; never rejects. */
  readonly forward: (delivery: Delivery, report: (result: UninstallResult) => void) => Promise<void>
}

// The clocks of platform and app may differ by this much. A reinstall that quick is identified twice at worst.
const clockToleranceMs = 30_000

/** Makes the route that receives `app/uninstalled`. It never rejects. */
export function createUninstallRoute(
  options: UninstallOptions,
  mode: UninstallMode,
): (request: Request) => Promise<Response> {
  const { ledger = sharedMemoryLedger(), onUninstalled } = options
  const report = createReport(options.onResult, toUninstallWarning)
  const handle = async (delivery: Delivery) => {
    const { shop, triggeredAt } = delivery
    // Interface 4.4 rule 3: forward first. What became of it never changes the response.
    const ended = mode.endsInstalls() ? end(ledger, delivery) : { isYounger: false, fault: undefined }
    const steps = [ended, mode.forward(delivery, report)] as const
    const [{ isYounger, fault: ledgerFault }] = await Promise.all(steps)
    if (isYounger) {
      report({ outcome: 'superseded', shop })
      return { status: 200, code: 'superseded' } as const
    }
    const cleanupFault = await findFault(() => onUninstalled?.({ shop, triggeredAt }))
    // Without its table the ledger holds no install that a reinstall would be taken for.
    const isEnded = ledgerFault === undefined || ledgerFault === 'ledger_table_missing'
    if (isEnded && cleanupFault === undefined) {
      report({ outcome: 'handled', shop, ...(ledgerFault && { ledgerFault }) })
      return { status: 200, code: 'handled' } as const
    }
    const stage = isEnded ? 'cleanup' : 'ledger'
    report({ outcome: 'failed', shop, stage, code: (isEnded ? cleanupFault : ledgerFault) ?? 'unexpected' })
    return { status: 500, code: `${stage}_failed` } as const
  }
  const topics = ['app/uninstalled']
  return createWebhookRoute(options, { topics, shopMember: 'myshopify_domain', report, handle })
}

/** Ends the install, unless it is younger than the uninstall. */
async function end(ledger: Ledger, { shop, triggeredAt }: Delivery) {
  const untilMs = (triggeredAt?.getTime() ?? Date.now()) + clockToleranceMs
  let isYounger = false
  const fault = await findFault(async () => {
    isYounger = !(await runWithin(ledgerTimeoutMs, () => endInstall(ledger, shop, untilMs)))
  })
  return { isYounger, fault }
}
