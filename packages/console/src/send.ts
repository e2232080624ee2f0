import { consoleUnattendedHeader, memberViewHeader, type Problem } from '@affiliate-platform/contract/console'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { isUnattended } from './presence.ts'

/** What the service has refused, or that it did not respond. */
export class CallError extends Error {
  /** Such as `missing_credential`; `no_response` without one. */
  readonly code: string
  readonly requestId: string | undefined
  /** Every fault of what was sent, by a pointer into it. */
  readonly faults: ReadonlyMap<string, string>

  constructor(code: string, message: string, { requestId, errors = [] }: Partial<Problem> = {}) {
    super(message)
    this.code = code
    this.requestId = requestId
    this.faults = new Map(errors.map(({ pointer = '', message: fault }) => [pointer, fault]))
  }
}

/** Where one signs in. */
export type Half = '/console' | '/portal'

interface Route {
  readonly method: string
  readonly path: string
}

export interface Sent<Body> {
  readonly id?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Body
  /** What signs in: a link or a passkey. */
  readonly authorization?: string
  /** What is sent twice under one name is done once. */
  readonly idempotencyKey?: string
  /** Ends what is not wanted any more. */
  readonly signal?: AbortSignal
  /** In which an operator sees what a member sees. */
  readonly viewId?: string | undefined
}

/**
 * Sends a request to an operation.
 *
 * @throws CallError
 */
export async function send(
  { method, path }: Route,
  { id = '', query, body, authorization, idempotencyKey, signal, viewId }: Sent<unknown>,
): Promise<Response> {
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`
  const response = await fetch(path.replace(':id', id) + search, {
    method,
    headers: {
      ...(authorization !== undefined && { Authorization: authorization }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...(viewId !== undefined && { [memberViewHeader]: viewId }),
      ...(isUnattended() && { [consoleUnattendedHeader]: '1' }),
    },
    ...(signal && { signal }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new CallError('no_response', navigator.onLine ? silent : offline)
  })
  if (response.ok) return response
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>
  const { code, detail } = problem
  const message = (code && personal[code]) ?? detail
  throw new CallError(
    code ?? 'unavailable',
    message ?? `The service responded with ${response.status}.`,
    problem,
  )
}

const silent = 'The service is not responding. Try again.'
const offline = 'You are offline. Try again once you are connected.'

// The service speaks of a key there, and a person has none.
const personal: Readonly<Record<string, string>> = {
  access_denied:
    'This does not exist, or it is not yours to see. You may be signed in with another address than the one that got the link.',
  scope_denied: 'Your role does not allow this any more.',
}

/** Whether mail is sent here, so that one can ask for a link. */
export async function sendsMail(half: Half): Promise<boolean> {
  const response = await fetch(`${half}/ways`, { method: 'POST' }).catch(() => undefined)
  return response?.ok === true && ((await response.json()) as { readonly mail: boolean }).mail
}

/** Somebody whom the demo lets one be. */
export interface Offer {
  readonly workspace: string
  readonly name: string
  readonly role: string
  readonly token: string
}

/** Whom the demo lets one be; nobody where this is no demo. */
export async function listOffers(half: Half): Promise<readonly Offer[]> {
  const response = await fetch(`${half}/offers`, { method: 'POST' }).catch(() => undefined)
  if (!response?.ok) return []
  return ((await response.json()) as { readonly items: readonly Offer[] }).items
}

/** What a device is asked for by who signs in; null where the service offers no passkeys. */
export async function askForPasskey(half: Half): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const response = await fetch(`${half}/passkey-challenge`, { method: 'POST' }).catch(() => undefined)
  if (!response?.ok) return null
  return ((await response.json()) as { readonly options: PublicKeyCredentialRequestOptionsJSON | null })
    .options
}
