import type { Operation } from '@affiliate-platform/contract'
import type { Credential } from '@affiliate-platform/platform/api-keys'
import type { SharedDatabase } from '@affiliate-platform/platform/database'
import type { Admission } from '../access/quota.ts'
import type { Answer } from './message.ts'

/** A request that passed the pipeline's own checks: authenticated, within its scope, its JSON parsed. */
export interface RoutedRequest {
  readonly requestId: string
  /** A test's time, in milliseconds since 1970. `undefined`: the database's, read by the statement that needs it (D73). */
  readonly nowMs: number | undefined
  readonly credential: Credential
  /** The database as the credential's workspace may use it (D76). */
  readonly database: SharedDatabase
  /** A mutation has been counted before; a read may count itself together with what it reads. */
  readonly admission: Admission
  /** The `:id` of the operation's path exactly as sent; empty for a path without one. */
  readonly pathId: string
  /** The decoded query parameters in order, repeated ones included. */
  readonly parameters: URLSearchParams
  /** The parsed JSON body; `undefined` for an operation without one. */
  readonly body: unknown
  /** A header by its lower-case name; repeated ones are joined by a comma and a space. */
  header(name: string): string | undefined
}

/** One operation of the interface and the function that answers it. */
export interface Route {
  readonly operation: Operation
  /** @throws ServiceError for every refusal */
  handle(request: RoutedRequest): Promise<Answer>
}
