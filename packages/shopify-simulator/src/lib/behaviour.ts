const behaviours = [
  'ok',
  'revoked',
  'forbidden',
  'frozen',
  'gone',
  'locked',
  'rate_limited',
  'throttled',
  'server_error',
  'slow',
  'html_error',
  'redirect',
  'mismatch',
  'hang',
  'reset',
] as const

/** How a shop's Admin API responds. */
export type ShopBehaviour = (typeof behaviours)[number]

/** Every shop behaviour, in the order of the README's table. */
export const shopBehaviours: readonly ShopBehaviour[] = behaviours

/** How a shop's token endpoint responds to a refresh. */
export type RefreshBehaviour =
  | 'ok'
  | 'invalid_grant'
  | 'invalid_subject_token'
  | 'unauthorized'
  | 'gone'
  | 'server_error'
  | 'html_error'
  | 'slow'
  | 'hang'
  | 'reset'

/** The details of a behaviour. Each has a default. */
export interface BehaviourDetails {
  /** Status of `server_error` (500), `html_error` (200, where only the content type tells) and `redirect` (302). */
  readonly status?: number
  /** Where `redirect` points. Default: `https://elsewhere.example/admin`. */
  readonly location?: string
  /** How late `slow` responses, in milliseconds. Default: 15,000. */
  readonly delayMs?: number
  /** `Retry-After` of `rate_limited`, in seconds. Default: 2. */
  readonly retryAfterSeconds?: number
  /** Number of requests that meet the behaviour before the shop is `ok` again. Default: every request. */
  readonly times?: number
}

/** A behaviour in force, which its `times` may use up. */
export interface BehaviourSetting<Kind extends string> {
  readonly kind: Kind
  readonly details: BehaviourDetails
  timesLeft: number
}

export function buildBehaviour<Kind extends string>(
  kind: Kind,
  details: BehaviourDetails = {},
): BehaviourSetting<Kind> {
  return { kind, details, timesLeft: details.times ?? Number.POSITIVE_INFINITY }
}

/** What one request meets: the behaviour while it lasts, then `ok`. */
export function spendBehaviour<Kind extends string>(setting: BehaviourSetting<Kind>): Kind | 'ok' {
  if (setting.timesLeft <= 0) return 'ok'
  setting.timesLeft -= 1
  return setting.kind
}
