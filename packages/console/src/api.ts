import {
  type ConsoleBody,
  type ConsoleOperations,
  type ConsoleResponse,
  consoleUnattendedHeader,
  type Problem,
} from '@affiliate-platform/contract/console'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { isUnattended } from './presence.ts'

/** Where each operation is. The compiler compares them with the contract, of which the bundle holds no schema. */
const routes: {
  readonly [Name in keyof ConsoleOperations]: Pick<ConsoleOperations[Name], 'method' | 'path'>
} = {
  signIn: { method: 'POST', path: '/api/console/v1/sign-in' },
  signOut: { method: 'POST', path: '/api/console/v1/sign-out' },
  readSession: { method: 'GET', path: '/api/console/v1/session' },
  readOverview: { method: 'GET', path: '/api/console/v1/overview' },
  readMember: { method: 'GET', path: '/api/console/v1/members/:id' },
  saveMemberTerms: { method: 'POST', path: '/api/console/v1/members/:id/terms' },
  setExclusion: { method: 'POST', path: '/api/console/v1/members/:id/exclusion' },
  listPayees: { method: 'GET', path: '/api/console/v1/members/:id/payees' },
  setPayee: { method: 'POST', path: '/api/console/v1/members/:id/payees' },
  listProposals: { method: 'GET', path: '/api/console/v1/proposals' },
  reviewProposal: { method: 'POST', path: '/api/console/v1/proposals/:id/review' },
  listCases: { method: 'GET', path: '/api/console/v1/cases' },
  readCase: { method: 'GET', path: '/api/console/v1/cases/:id' },
  decideCase: { method: 'POST', path: '/api/console/v1/cases/:id/decision' },
  searchMembers: { method: 'GET', path: '/api/console/v1/members' },
  searchPayouts: { method: 'GET', path: '/api/console/v1/payouts' },
  searchCommissions: { method: 'GET', path: '/api/console/v1/commissions' },
  explainCommission: { method: 'GET', path: '/api/console/v1/commissions/:id/explanation' },
  searchReferrals: { method: 'GET', path: '/api/console/v1/referrals' },
  readReferral: { method: 'GET', path: '/api/console/v1/referrals/:id' },
  previewPayoutRun: { method: 'GET', path: '/api/console/v1/payout-runs/preview' },
  freezePayoutRun: { method: 'POST', path: '/api/console/v1/payout-runs' },
  listPayoutRuns: { method: 'GET', path: '/api/console/v1/payout-runs' },
  readPayoutRun: { method: 'GET', path: '/api/console/v1/payout-runs/:id' },
  listPayableFiles: { method: 'GET', path: '/api/console/v1/payout-runs/:id/files' },
  writePayoutFiles: { method: 'POST', path: '/api/console/v1/payout-runs/:id/files' },
  recordResults: { method: 'POST', path: '/api/console/v1/payout-results' },
  readPayoutFacts: { method: 'GET', path: '/api/console/v1/payouts/:id' },
  recordPayment: { method: 'POST', path: '/api/console/v1/payouts/:id/facts' },
  listPayoutLines: { method: 'GET', path: '/api/console/v1/payouts/:id/lines' },
  explainUnit: { method: 'GET', path: '/api/console/v1/payouts/:id/explanation' },
  listPeople: { method: 'GET', path: '/api/console/v1/people' },
  invitePerson: { method: 'POST', path: '/api/console/v1/people' },
  changeRole: { method: 'POST', path: '/api/console/v1/people/:id/role' },
  issueSignInLink: { method: 'POST', path: '/api/console/v1/people/:id/sign-in-link' },
  endPersonSessions: { method: 'POST', path: '/api/console/v1/people/:id/end-sessions' },
  listOwnSessions: { method: 'GET', path: '/api/console/v1/sessions' },
  endOwnSession: { method: 'POST', path: '/api/console/v1/sessions/:id/end' },
  downloadMembers: { method: 'GET', path: '/api/console/v1/members.csv' },
  downloadPayouts: { method: 'GET', path: '/api/console/v1/payouts.csv' },
  downloadCommissions: { method: 'GET', path: '/api/console/v1/commissions.csv' },
  listPasskeys: { method: 'GET', path: '/api/console/v1/passkeys' },
  challengePasskey: { method: 'POST', path: '/api/console/v1/passkeys/challenge' },
  addPasskey: { method: 'POST', path: '/api/console/v1/passkeys' },
  removePasskey: { method: 'POST', path: '/api/console/v1/passkeys/:id/removal' },
  signInByPasskey: { method: 'POST', path: '/api/console/v1/sign-in/passkey' },
  listKeys: { method: 'GET', path: '/api/console/v1/keys' },
  createKey: { method: 'POST', path: '/api/console/v1/keys' },
  rotateKey: { method: 'POST', path: '/api/console/v1/keys/:id/rotation' },
  revokeKey: { method: 'POST', path: '/api/console/v1/keys/:id/revocation' },
  readCalendar: { method: 'GET', path: '/api/console/v1/calendar' },
  setTimeZone: { method: 'POST', path: '/api/console/v1/calendar/time-zone' },
  setPayDay: { method: 'POST', path: '/api/console/v1/programs/:id/pay-day' },
  listAudit: { method: 'GET', path: '/api/console/v1/audit' },
  findAnything: { method: 'GET', path: '/api/console/v1/find' },
  awaitChange: { method: 'GET', path: '/api/console/v1/changes' },
}

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

interface Input<Name extends keyof ConsoleOperations> {
  readonly id?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: ConsoleBody<Name>
  /** What signs in: a link or a passkey. */
  readonly authorization?: string
  /** What is sent twice under one name is done once. */
  readonly idempotencyKey?: string
  /** Ends what is not wanted any more. */
  readonly signal?: AbortSignal
}

/**
 * Calls an operation.
 *
 * @throws CallError
 */
export async function call<Name extends keyof ConsoleOperations>(
  name: Name,
  input: Input<Name> = {},
): Promise<ConsoleResponse<Name>> {
  const response = await send(name, input)
  return (await response.json()) as ConsoleResponse<Name>
}

/** The operations that send a file. */
export type Download = Extract<keyof ConsoleOperations, `download${string}`>

/**
 * Reads a whole file.
 *
 * @param onBytes - told how many bytes have arrived, time and again
 * @throws CallError, also where the file breaks off
 */
export async function download(
  name: Download,
  { onBytes, ...input }: Input<Download> & { readonly onBytes: (bytes: number) => void },
): Promise<Blob> {
  const { body } = await send(name, input)
  let bytes = 0
  const counted = body?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, controller) {
        bytes += piece.length
        onBytes(bytes)
        controller.enqueue(piece)
      },
    }),
  )
  return await new Response(counted ?? null).blob().catch(() => {
    throw new CallError('broken_off', 'The download was interrupted and nothing was saved. Try again.')
  })
}

async function send<Name extends keyof ConsoleOperations>(
  name: Name,
  { id = '', query, body, authorization, idempotencyKey, signal }: Input<Name>,
): Promise<Response> {
  const { method, path } = routes[name]
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

/** Somebody whom the demo lets one be. */
export interface Offer {
  /** Where. */
  readonly workspace: string
  readonly name: string
  readonly role: string
  readonly token: string
}

/** Whom the demo lets one be; nobody where this is no demo. */
export async function listOffers(): Promise<readonly Offer[]> {
  const response = await fetch('/console/offers', { method: 'POST' }).catch(() => undefined)
  if (!response?.ok) return []
  return ((await response.json()) as { readonly items: readonly Offer[] }).items
}

/** What a device is asked for by who signs in; null where the service offers no passkeys. */
export async function askForPasskey(): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const response = await fetch('/console/passkey-challenge', { method: 'POST' }).catch(() => undefined)
  if (!response?.ok) return null
  return ((await response.json()) as { readonly options: PublicKeyCredentialRequestOptionsJSON | null })
    .options
}
