import { randomUUID } from 'node:crypto'
import { type Issue, operations } from '@affiliate-platform/contract'
import type * as z from 'zod'
import { type Credential, readAffiliateKey } from './credential.ts'
import { openCursor } from './cursor.ts'
import { floorLists } from './floor-lists.ts'
import { toPage } from './page.ts'
import { type ListQuery, toCursorScope } from './query.ts'
import { quotaHeaders } from './quota.ts'
import { invalidCredential, Rejection } from './rejection.ts'
import { idempotencyKey, membershipId, termsBody } from './schemas.ts'
import type { Store } from './stores/store.ts'
import { toTermsWrite } from './terms.ts'

/** What is the same in every framework: access, the list, the write. */
export interface PeerPlatform {
  authenticate(authorization: string | undefined, scope: string): Promise<Credential>
  listPayouts(credential: Credential, query: Omit<ListQuery, 'list'>): Promise<PeerResponse<object>>
  saveTerms(credential: Credential, write: PeerWrite): Promise<PeerResponse<string>>
  close(): Promise<void>
}

/** What a framework is to send. */
export interface PeerResponse<Body> {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body
}

/** A terms write as a framework hands it over. */
export interface PeerWrite {
  readonly membershipId: string | undefined
  readonly idempotencyKey: string | undefined
  readonly body: unknown
}

/** Creates the platform on a store. */
export function createPeerPlatform(store: Store): PeerPlatform {
  const list = floorLists.get(operations.listPayouts.path)
  if (list === undefined) throw new RangeError('There is no list of payouts.')
  return {
    async authenticate(authorization, scope) {
      const apiKey = readAffiliateKey(authorization)
      const credential = apiKey === undefined ? undefined : await store.findCredential(apiKey, Date.now())
      if (credential === undefined) throw invalidCredential()
      if (!credential.scopes.includes(scope)) throw new Rejection('scope_denied', 'The scope is missing.')
      return credential
    },
    async listPayouts(credential, payoutsQuery) {
      const { lineageId } = credential
      const query = { ...payoutsQuery, list }
      const walk =
        query.cursor === undefined
          ? undefined
          : openCursor(store.secret, toCursorScope(lineageId, query), query.cursor)
      if (query.cursor !== undefined && walk === undefined)
        throw new Rejection('invalid_cursor', 'Invalid cursor.')
      const { window, rows } = await store.listPage(credential, query, walk?.position)
      return {
        headers: quotaHeaders(window),
        body: toPage(rows, { secret: store.secret, credential, query, walk }),
      }
    },
    async saveTerms(credential, { membershipId: id, idempotencyKey: key, body }) {
      const named = { membershipId: membershipId.parse(id), idempotencyKey: idempotencyKey.parse(key) }
      const write = toTermsWrite(named, termsBody.parse(body), body)
      const { window, body: text, isReplay } = await store.saveTerms(credential, write)
      return {
        headers: { ...quotaHeaders(window), ...(isReplay && { 'Idempotency-Replayed': 'true' }) },
        body: text,
      }
    },
    close: () => store.close(),
  }
}

/** The headers of every response. */
export function fixedHeaders() {
  return {
    'X-Request-Id': randomUUID(),
    'Cache-Control': 'no-store',
    'X-Affiliate-Schema-Version': '1',
  }
}

/** Sorts what a handler threw. */
export function toRejection(error: unknown): Rejection {
  if (error instanceof Rejection) return error
  if (isZodError(error)) return new Rejection('invalid_request', 'The request is invalid.')
  return new Rejection('internal_error', String(error))
}

const isZodError = (error: unknown): error is z.ZodError & { readonly issues: readonly Issue[] } =>
  error instanceof Error && error.name === 'ZodError'
