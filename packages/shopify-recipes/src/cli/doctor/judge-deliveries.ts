import { error, type Finding, ok } from './finding.ts'

/** What an app responded to a delivery. */
export interface DeliveryResponse {
  readonly status: number
  /** The outcome, as the recipes' handlers call it. */
  readonly code: string | undefined
}

type Response = DeliveryResponse | undefined

/**
 * Tells what an app's responses mean: to a good delivery, to one with a changed byte and to a re-serialised one. What
 * is wrong with the good one comes first, because it may explain the others.
 */
export function judgeDeliveries(
  address: string,
  good: Response,
  [changed, reserialised]: readonly [changed: Response, reserialised: Response],
): readonly Finding[] {
  if (good === undefined) return [error('WEBHOOK', `${address} does not respond.`, 'Start the app first.')]
  const named = good.code === undefined ? undefined : namedFaults[good.code]
  if (named !== undefined) return [named]
  if (good.status >= 500) return [judgeFailure(good.status, changed?.status)]
  if (good.status !== 200 && good.status !== 401) return [judgeAddress(address, good.status)]
  const faults = [
    ...judgeGood(good.status),
    ...judgeChanged(changed?.status),
    ...judgeReserialised(reserialised?.status),
  ]
  return faults.length > 0 ? faults : [ok('HMAC', `${address} accepts only the right signature.`)]
}

const unreadyTable = error(
  'TABLE',
  "The running app's ledger cannot be read or written: every uninstall gets a 500.",
  "Create its table where the app runs (npx prisma migrate deploy), and check the app's database.",
)

const namedFaults: Readonly<Record<string, Finding>> = {
  secret_missing: error(
    'SECRET',
    'The running app has no client secret: every uninstall gets a 500.',
    'Set SHOPIFY_API_SECRET where the app runs, or pass the handler the option secrets.',
  ),
  body_already_read: error(
    'RAWBODY',
    'Something parses the body before the recipe: every uninstall gets a 500.',
    'Mount the route before any body parser: only the raw bytes can be verified.',
  ),
  ledger_failed: unreadyTable,
  ledger_table_missing: unreadyTable,
}

/** A wrong secret is a 401. So a 500 is something else, and whether a bad delivery gets it too tells where. */
function judgeFailure(status: number, changed: number | undefined): Finding {
  const log = "Look for the error in the app's log"
  if (changed === 401) {
    const detail = `The signature is accepted, but then the route fails with ${status}.`
    return error('WEBHOOK', detail, `${log}: it comes after the verification.`)
  }
  const detail = `Valid and invalid deliveries alike get ${status}: the route crashes. The secret is not the cause.`
  return error(
    'WEBHOOK',
    detail,
    `${log}: an import that fails, an error in a middleware, or the route's own code.`,
  )
}

function judgeAddress(address: string, status: number): Finding {
  const detail = `A correctly signed delivery to ${address} gets ${status} instead of 200.`
  const remedy =
    status >= 300 && status < 400
      ? 'There must be no redirect or login before the route: Shopify follows none.'
      : 'Check the address: the recipe does not run there.'
  return error('WEBHOOK', detail, remedy)
}

function judgeGood(status: number): readonly Finding[] {
  if (status === 200) return []
  const detail = 'A correctly signed delivery gets 401: the app verifies with another secret, or other bytes.'
  const remedy =
    'Give doctor and app the same SHOPIFY_API_SECRET, and let no proxy or parser change the body.'
  return [error('HMAC', detail, remedy)]
}

function judgeChanged(status: number | undefined): readonly Finding[] {
  if (status === 401) return []
  const detail = `A delivery with one changed byte gets ${status ?? 'no response'} instead of 401.`
  return [error('HMAC', detail, 'Verify deliveries with forwardUninstall or handleUninstall.')]
}

function judgeReserialised(status: number | undefined): readonly Finding[] {
  if (status === 401) return []
  const detail = `A re-serialised body gets ${status ?? 'no response'} instead of 401.`
  return [error('RAWBODY', detail, 'Something parses the body before it is verified: mount the route first.')]
}
