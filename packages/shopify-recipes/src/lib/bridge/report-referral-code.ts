import { limits, reportEvidence as operation } from '@affiliate-platform/contract'
import { runWithin } from '../deadline.ts'
import { type Fault, toFault } from '../fault.ts'
import { createReport, type Report, type ShownWarnings } from '../report.ts'
import { sendInTime } from '../send-in-time.ts'
import { type Attribution, type BridgeOptions, reportEvidence } from './bridge-port.ts'

/** What the page can say of a code. */
export type ReferralCodeResult =
  /** A member has the code. What follows from it is the affiliate platform's to decide. */
  | ({ readonly outcome: 'accepted' } & Attribution)
  /** Nobody has this code: the merchant may have mistyped it. */
  | { readonly outcome: 'unknown'; readonly shop: string }
  /** It could not be reported. Nothing is kept of it: the merchant may send it again. */
  | ({ readonly outcome: 'later'; readonly shop: string } & Fault)

/** What `reportReferralCode` takes. */
export interface ReferralCodeOptions extends BridgeOptions {
  /** The shop's domain: the one of the session, never of the form. */
  readonly shop: string
  /** As the merchant typed it. */
  readonly code: string
  /** Gets the result, too. Default: why a code could not be reported is shown once as a process warning. */
  readonly onResult?: Report<ReferralCodeResult>
}

const shownWarnings: ShownWarnings = new Map()

/**
 * Reports the code that a merchant typed in answer to "Who sent you?". It has 5,000 ms and never rejects.
 *
 * @example
 * ```ts
 * import { reportReferralCode } from '@affiliate-platform/shopify-recipes'
 *
 * const { outcome } = await reportReferralCode({ shop: 'example.myshopify.com', code: 'mia' })
 * const text = { accepted: 'Thank you.', unknown: 'Nobody has this code.', later: 'Please try again later.' }[outcome]
 * ```
 */
export async function reportReferralCode(options: ReferralCodeOptions): Promise<ReferralCodeResult> {
  const result = await send(options)
  createReport(options.onResult, toWarning, shownWarnings)(result)
  return result
}

async function send({ shop, code, ...options }: ReferralCodeOptions): Promise<ReferralCodeResult> {
  // What nobody can have, nobody has.
  if (!operation.body.shape.code.safeParse(code).success) return { outcome: 'unknown', shop }
  const timeoutMs = limits.installIdentifyTimeoutMs
  const endsAtMs = Date.now() + timeoutMs
  try {
    const attribution = await runWithin(timeoutMs, (signal) =>
      sendInTime(() => reportEvidence({ shop, code }, options, signal), { signal, endsAtMs }),
    )
    return attribution.reason === 'unknown_code'
      ? { outcome: 'unknown', shop }
      : { outcome: 'accepted', ...attribution }
  } catch (error) {
    return { outcome: 'later', shop, ...toFault(error) }
  }
}

function toWarning(result: ReferralCodeResult): string | undefined {
  if (result.outcome !== 'later') return undefined
  const { shop, code, status } = result
  const remedy = code === 'missing_api_key' ? ' Set AFFILIATE_INSTALL_BRIDGE_KEY.' : ''
  return `The code that ${shop} typed was not reported: ${code}, status ${status}.${remedy}`
}
