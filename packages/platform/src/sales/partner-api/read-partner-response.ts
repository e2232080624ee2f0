import { z } from 'zod'
import { PartnerApiError } from './partner-api-error.ts'

/** A response that was read to its end. */
export interface PartnerResponse {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: string
}

/** What a response means: its data, an error that a retry may mend, or one that it cannot. */
export type PartnerOutcome =
  | { readonly kind: 'data'; readonly data: Readonly<Record<string, unknown>> }
  | { readonly kind: 'retry'; readonly error: PartnerApiError; readonly retryAfter?: string | null }
  | { readonly kind: 'stop'; readonly error: PartnerApiError }

/** What an error sentence names, and what it must never name. */
export interface PartnerIdentity {
  readonly organizationId: string
  readonly apiVersion: string
  readonly accessToken: string
}

const dataSchema = z.object({ data: z.record(z.string(), z.unknown()) })
const errorsSchema = z.object({
  errors: z
    .array(
      z.object({
        message: z.string().catch(''),
        extensions: z.object({ code: z.coerce.string().catch('') }).catch({ code: '' }),
      }),
    )
    .min(1),
})

/** Most errors have status 200 and a code as text; messages change with the language, so that codes alone decide. */
export function readPartnerResponse(response: PartnerResponse, identity: PartnerIdentity): PartnerOutcome {
  const { status, retryAfter } = response
  if (status >= 300 && status < 400)
    return stop('redirected', 'The Partner API redirected; no redirect is followed.')
  const body = parseJson(response.body)
  const failed = errorsSchema.safeParse(body)
  const [error] = failed.success ? failed.data.errors : []
  const codes = new Set([
    String(status),
    ...(failed.data?.errors ?? []).map(({ extensions }) => extensions.code),
  ])
  const has = (...wanted: readonly string[]) => wanted.some((code) => codes.has(code))
  if (has('401', '403', 'ACCESS_DENIED')) return stop('access_denied', sayDenied(identity))
  if (has('429', 'THROTTLED'))
    return retry('rate_limited', 'The Partner API received too many requests.', retryAfter)
  if (has('404')) return stop('version_not_served', sayNotFound(identity))
  if (status >= 500 || has('500'))
    return retry('unavailable', `The Partner API failed (${[...codes].join(', ')}).`, retryAfter)
  if (error !== undefined || status >= 400) {
    return stop(
      'invalid_query',
      `The Partner API rejected the query: ${quote(error?.message ?? `status ${status}`, identity)}`,
    )
  }
  const read = dataSchema.safeParse(body)
  // A proxy's page of HTML has the status of success, and goes away.
  if (!read.success)
    return retry('unreadable', 'The Partner API sent something other than the expected JSON.')
  return { kind: 'data', data: read.data.data }
}

function sayDenied({ organizationId }: PartnerIdentity): string {
  return (
    `Shopify denied the Partner API client access to organization ${organizationId}: ` +
    'an owner of the organization must give it the permissions "View financials" (for sales) and "Manage apps" ' +
    '(for installs) under Settings, Partner API clients, and its token must be of this organization and not revoked.'
  )
}

function sayNotFound({ apiVersion }: PartnerIdentity): string {
  return `The Partner API does not serve version ${apiVersion}: set one that it lists, or update this program.`
}

/** A server may echo what it was sent. */
function quote(text: string, { accessToken }: PartnerIdentity): string {
  const plain = text.replaceAll(accessToken, '[token]').replaceAll(/[^\x20-\x7e]/g, ' ')
  return plain.length > 300 ? `${plain.slice(0, 300)}…` : plain
}

function stop(code: PartnerApiError['code'], message: string): PartnerOutcome {
  return { kind: 'stop', error: new PartnerApiError(code, message) }
}

function retry(
  code: PartnerApiError['code'],
  message: string,
  retryAfter: string | null = null,
): PartnerOutcome {
  return { kind: 'retry', error: new PartnerApiError(code, message), retryAfter }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
