import { runWithin } from '../deadline.ts'
import { toJsonResponse } from '../json-response.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { createMemoryLedger } from '../ledger/memory-ledger.ts'
import { createReport } from '../report.ts'
import { claimDelivery, ledgerTimeoutMs } from './claim-delivery.ts'
import type { Delivery } from './delivery.ts'
import { receive } from './receive.ts'
import type { UninstallOptions, UninstallResult } from './uninstall-options.ts'

/** What differs between the two handlers. */
export interface UninstallMode {
  readonly includePhone: boolean
  /** The install ledger to clear, if the app has one. */
  readonly ledger: Ledger | undefined
  /** Sends the contact; never rejects. */
  readonly forward: (delivery: Delivery, report: (result: UninstallResult) => void) => Promise<void>
}

/** Sent by `affiliate-recipes doctor`: a delivery that passes every check is answered, and nothing is done. */
export const checkHeader = 'X-Affiliate-Recipes-Check'

// The clocks of platform and app may differ by this much. A reinstall that quick is identified twice at worst.
const clockToleranceMs = 30_000

/** Makes the route that receives `app/uninstalled`. It never rejects. */
export function createUninstallRoute(
  options: UninstallOptions,
  mode: UninstallMode,
): (request: Request) => Promise<Response> {
  const { deliveries = createMemoryLedger({ entriesMax: 10_000 }), onUninstalled } = options
  const report = createReport(options.onResult, toWarning)
  return async (request) => {
    const received = await receive(request, options, mode.includePhone)
    if (received.status !== undefined) {
      report({ outcome: 'refused', status: received.status, code: received.code })
      return answer(received.status, received.code)
    }
    if (request.headers.has(checkHeader)) return answer(200, 'checked')
    const { shop, id, triggeredAt } = received.delivery
    const claim = await claimDelivery(deliveries, id)
    if (claim === null) {
      report({ outcome: 'duplicate', shop })
      return answer(200, 'duplicate')
    }
    // Interface 4.4 rule 3: forward first. What became of it never changes the answer.
    const steps = [
      clearInstall(mode.ledger, received.delivery),
      mode.forward(received.delivery, report),
    ] as const
    const [isCleared] = await Promise.all(steps)
    const isCleaned = await succeeds(() => onUninstalled?.({ shop, triggeredAt }))
    if (isCleared && isCleaned) {
      await claim.confirm()
      report({ outcome: 'handled', shop })
      return answer(200, 'handled')
    }
    // D39: the platform delivers again, so the event must not be remembered.
    await claim.release()
    report({ outcome: 'failed', shop, stage: isCleared ? 'cleanup' : 'ledger' })
    return answer(500, isCleared ? 'cleanup_failed' : 'ledger_failed')
  }
}

function clearInstall(ledger: Ledger | undefined, { shop, triggeredAt }: Delivery): Promise<boolean> {
  const untilMs = (triggeredAt?.getTime() ?? Date.now()) + clockToleranceMs
  return succeeds(() => runWithin(ledgerTimeoutMs, () => ledger?.clear(shop, untilMs)))
}

async function succeeds(work: () => unknown): Promise<boolean> {
  try {
    await work()
    return true
  } catch {
    return false
  }
}

function answer(status: number, code: string): Response {
  return toJsonResponse(status, { code })
}

const remedies: Readonly<Record<string, string>> = {
  secret_missing: 'Set SHOPIFY_API_SECRET or the option secrets.',
  body_already_read: 'Mount the route before any body parser: only the raw bytes can be verified.',
}

function toWarning(result: UninstallResult): string | undefined {
  if (result.outcome === 'forward_failed') {
    return `An uninstall was not forwarded: ${result.code}, status ${result.status}.`
  }
  if (result.outcome === 'failed') return `An uninstall is answered with 500: the ${result.stage} failed.`
  if (result.outcome !== 'refused' || result.status !== 500) return undefined
  return `Uninstalls are answered with 500: ${result.code}. ${remedies[result.code] ?? ''}`.trim()
}
