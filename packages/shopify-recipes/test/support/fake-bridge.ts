import type { InstallBridgePort } from '@affiliate-platform/shopify-recipes'

type Sent =
  | Parameters<InstallBridgePort['reportEvent']>[0]
  | Parameters<InstallBridgePort['reportEvidence']>[0]
type Response = Awaited<ReturnType<InstallBridgePort['reportEvent']>>

/** What the platform says of a shop that nobody is known to have brought. */
export const unattributed: Response = { outcome: 'unattributed', reason: 'no_evidence', referralId: null }

/** Stands for the SDK's client and keeps what it was asked to report. `started` resolves at the first call. */
export function createFakeBridge(
  respond: (sent: Sent, signal: AbortSignal) => Response | Promise<Response> = () => unattributed,
) {
  const sent: Sent[] = []
  const first = new EventTarget()
  const started = new Promise((resolve) => {
    first.addEventListener('call', resolve, { once: true })
  })
  const report = async (of: Sent, { signal }: { readonly signal: AbortSignal }) => {
    sent.push(of)
    first.dispatchEvent(new Event('call'))
    return respond(of, signal)
  }
  return { reportEvent: report, reportEvidence: report, sent, started }
}
