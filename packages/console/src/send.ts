import { consoleUnattendedHeader, type Problem } from '@affiliate-platform/contract/console'
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

/** Where an operation is. */
interface Route {
  readonly method: string
  readonly path: string
}

/** What is sent to one. */
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
}

/**
 * Sends a request to an operation.
 *
 * @throws CallError
 */
export async function send(
  { method, path }: Route,
  { id = '', query, body, authorization, idempotencyKey, signal }: Sent<unknown>,
): Promise<Response> {
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`
  const response = await fetch(path.replace(':id', id) + search, {
    method,
    headers: {
      ...(authorization !== undefined && { Authorization: authorization }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...(isUnattended() && { [consoleUnattendedHeader]: '1' }),
    },
    ...(signal && { signal }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new CallError('no_response', 'The service is not responding. Try again.')
  })
  if (response.ok) return response
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>
  const { code, detail } = problem
  throw new CallError(
    code ?? 'unavailable',
    detail ?? `The service responded with ${response.status}.`,
    problem,
  )
}

/** Whether mail is sent here, so that one can ask for a link. */
export async function sendsMail(half: Half): Promise<boolean> {
  const response = await fetch(`${half}/ways`, { method: 'POST' }).catch(() => undefined)
  return response?.ok === true && ((await response.json()) as { readonly mail: boolean }).mail
}

/** Somebody whom the demo lets one be. */
export interface Offer {
  /** Where. */
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
