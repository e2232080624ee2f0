import { runWithin } from '../deadline.ts'
import { toFault } from '../fault.ts'
import { toJsonResponse } from '../json-response.ts'
import { claimDelivery, ledgerTimeoutMs } from '../ledger/delivery-entry.ts'
import { endInstall } from '../ledger/install-entry.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { createMemoryLedger, sharedMemoryLedger } from '../ledger/memory-ledger.ts'
import { createReport } from '../report.ts'
import type { Delivery } from './delivery.ts'
import { receive } from './receive.ts'
import type { UninstallOptions, UninstallResult } from './uninstall-options.ts'
import { toUninstallWarning } from './uninstall-warning.ts'

/** What differs between the two handlers. */
export interface UninstallMode {
  readonly includePhone: boolean
  /** Whether the ledger holds installs, which the uninstall ends. */
  readonly endsInstalls: boolean
  /** Sends the contact; never rejects. */
  readonly forward: (delivery: Delivery, report: (result: UninstallResult) => void) => Promise<void>
}

/** Sent by `affiliate-recipes doctor`: a delivery that passes every check gets its response, and nothing is done. */
export const checkHeader = 'X-Affiliate-Recipes-Check'

// The clocks of platform and app may differ by this much. A reinstall that quick is identified twice at worst.
const clockToleranceMs = 30_000

/** Makes the route that receives `app/uninstalled`. It never rejects. */
export function createUninstallRoute(
  options: UninstallOptions,
  mode: UninstallMode,
): (request: Request) => Promise<Response> {
  const { ledger = sharedMemoryLedger(), onUninstalled } = options
  const deliveries = options.ledger ?? createMemoryLedger({ entriesMax: 10_000 })
  const report = createReport(options.onResult, toUninstallWarning)
  return async (request) => {
    const received = await receive(request, options, mode.includePhone)
    if (received.status !== undefined) {
      report({ outcome: 'refused', status: received.status, code: received.code })
      return toJsonResponse(received.status, { code: received.code })
    }
    if (request.headers.has(checkHeader)) return toCheckResponse(deliveries)
    const { shop, id, triggeredAt } = received.delivery
    const claim = await claimDelivery(deliveries, id)
    if (claim === null) {
      report({ outcome: 'duplicate', shop })
      return toJsonResponse(200, { code: 'duplicate' })
    }
    // Interface 4.4 rule 3: forward first. What became of it never changes the response.
    const ended = mode.endsInstalls ? end(ledger, received.delivery) : { isYounger: false, fault: undefined }
    const steps = [ended, mode.forward(received.delivery, report)] as const
    const [{ isYounger, fault: ledgerFault }] = await Promise.all(steps)
    if (isYounger) {
      await claim.confirm()
      report({ outcome: 'superseded', shop })
      return toJsonResponse(200, { code: 'superseded' })
    }
    const cleanupFault = await findFault(() => onUninstalled?.({ shop, triggeredAt }))
    // Without its table the ledger holds no install that a reinstall would be taken for.
    const isEnded = ledgerFault === undefined || ledgerFault === 'ledger_table_missing'
    if (isEnded && cleanupFault === undefined) {
      await claim.confirm()
      report({ outcome: 'handled', shop, ...(ledgerFault && { ledgerFault }) })
      return toJsonResponse(200, { code: 'handled' })
    }
    // D39: the platform delivers again, so the event must not be remembered.
    await claim.release()
    const stage = isEnded ? 'cleanup' : 'ledger'
    report({ outcome: 'failed', shop, stage, code: (isEnded ? cleanupFault : ledgerFault) ?? 'unexpected' })
    return toJsonResponse(500, { code: `${stage}_failed` })
  }
}

/** The response to a check tells of a ledger without its table, and changes nothing. */
async function toCheckResponse(deliveries: Ledger): Promise<Response> {
  const fault = await findFault(() => runWithin(ledgerTimeoutMs, () => deliveries.read('delivery:check')))
  return fault === undefined
    ? toJsonResponse(200, { code: 'checked' })
    : toJsonResponse(500, { code: fault === 'ledger_table_missing' ? fault : 'ledger_failed' })
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

/** Runs work, and tells the code of what it threw. */
async function findFault(work: () => unknown): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    return toFault(error).code
  }
}
