import type { Identification } from '@affiliate-platform/sdk'
import type { IdentifyPort, IdentifyReceipt } from '@affiliate-platform/shopify-recipes'

type Response = (
  identification: Identification,
  signal: AbortSignal,
) => IdentifyReceipt | Promise<IdentifyReceipt>

/** Stands for the SDK's client and keeps what it was asked to send. `started` resolves at the first call. */
export function createFakeIdentify(response: Response = () => ({ ok: true, requestId: 'req-1' })) {
  const sent: Identification[] = []
  const first = new EventTarget()
  const started = new Promise((resolve) => {
    first.addEventListener('call', resolve, { once: true })
  })
  const identify: IdentifyPort['identify'] = async (identification, { signal }) => {
    sent.push(identification)
    first.dispatchEvent(new Event('call'))
    return response(identification, signal)
  }
  return { identify, sent, started }
}

/** An error as the SDK throws one. */
export function buildRejection(status: number, code: string, details: object = {}): Error {
  return Object.assign(new Error(`rejected with ${status}`), { status, code, ...details })
}

/** Ends only when it is aborted, as a platform that hangs. */
export function hang(_: unknown, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
