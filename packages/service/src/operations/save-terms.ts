import {
  checkEffectiveAt,
  checkTermsRules,
  operations,
  parseBody,
  parseParameters,
  type SaveTermsRequest,
  saveTermsRequestSchema,
  toSavedRules,
} from '@affiliate-platform/contract'
import type { Transaction } from '@affiliate-platform/platform/database'
import { newIdAfter, toDatabaseFault } from '@affiliate-platform/platform/database'
import {
  findApplyingVersion,
  insertTermsVersion,
  lockMembership,
  type TermsVersionRecord,
  toTermsVersion,
} from '@affiliate-platform/platform/terms'
import * as z from 'zod'
import { accessDenied } from '../access/access-denied.ts'
import { jsonAnswer } from '../http/json-answer.ts'
import type { Answer } from '../http/message.ts'
import type { Route, RoutedRequest } from '../http/route.ts'
import { ServiceError } from '../http/service-error.ts'
import { fingerprint } from '../idempotency/fingerprint.ts'
import { readIdempotencyKey } from '../idempotency/read-key.ts'
import {
  findIdempotencyRecord,
  type IdempotencyClaim,
  insertIdempotencyRecord,
  replayAnswer,
} from '../idempotency/store.ts'

/** A terms write that passed the schema step. */
interface Write {
  readonly membershipId: string
  readonly body: SaveTermsRequest
  readonly claim: IdempotencyClaim | undefined
  readonly request: RoutedRequest
}

const { saveTerms } = operations

const pathSchema = z.object({ id: z.guid('A membership id (UUID).').toLowerCase() })

/** Creates the route that saves prospective terms for a membership (interface 4.1). */
export function createSaveTermsRoute(): Route {
  return {
    operation: saveTerms,
    async handle(request) {
      const write = parseWrite(request)
      try {
        return await request.database.transaction((tx) => saveTermsIn(tx, write))
      } catch (error) {
        throw toConflict(error, write)
      }
    },
  }
}

function parseWrite(request: RoutedRequest): Write {
  const key = readIdempotencyKey(request)
  const path = parseParameters(pathSchema, { id: request.pathId })
  if (!path.ok) {
    throw new ServiceError('invalid_parameter', 'The membership id must be a UUID.', { issues: path.issues })
  }
  const body = parseBody(saveTermsRequestSchema, request.body)
  if (!body.ok) {
    throw new ServiceError('invalid_request', 'The body does not have the required form.', {
      issues: body.issues,
    })
  }
  const { credential } = request
  const membershipId = path.value.id
  const claim =
    key === undefined
      ? undefined
      : {
          credential,
          operation: saveTerms.id,
          targetId: membershipId,
          key,
          fingerprint: fingerprint(request.body),
        }
  return { membershipId, body: body.value, claim, request }
}

/** The write itself, in the order of D7: access, idempotency, business rules, insert. */
async function saveTermsIn(tx: Transaction, write: Write): Promise<Answer> {
  const { membershipId, body, claim, request } = write
  const { credential } = request

  // 403: unknown, of another app, of another workspace: one answer for all three (interface 5 rule 3).
  if (credential.appId === undefined) throw accessDenied()
  const { workspaceId, appId } = credential
  const scope = { workspaceId, appId, membershipId, nowMs: request.nowMs }
  const sentMs = body.effectiveAt === undefined ? undefined : Date.parse(body.effectiveAt)

  const [membership, record, supersedes] = await Promise.all([
    // The lock comes first: what is read after it was committed before it.
    lockMembership(tx, scope),
    claim && findIdempotencyRecord(tx, claim),
    findApplyingVersion(tx, scope, sentMs && toAskableMs(sentMs)),
  ])
  if (membership === undefined) throw accessDenied()

  // A retry gets the first answer again, also when the clock has since left its effectiveAt behind.
  if (claim !== undefined && record !== undefined) return replayAnswer(record, claim)

  const { programId, nowMs } = membership
  const requestedMs = sentMs ?? nowMs
  const issues = [...checkTermsRules(body.rules), ...checkEffectiveAt(requestedMs, nowMs)]

  // 400: the business step, every broken rule at once (interface 4.1 rule 1).
  if (issues.length > 0) {
    throw new ServiceError('terms_rejected', 'The terms break business rules.', { issues })
  }
  const version: TermsVersionRecord = {
    // Of versions with one effectiveAt the greatest id applies: it must be this one.
    id: newIdAfter(supersedes),
    programId,
    membershipId,
    rules: toSavedRules(body.rules),
    // Never before the request's time, also within the allowed skew.
    effectiveAtMs: Math.max(requestedMs, nowMs),
    createdAtMs: nowMs,
    supersedes,
    createdBy: credential.id,
  }
  const answer = jsonAnswer(JSON.stringify(toTermsVersion(version)))
  insertTermsVersion(tx, scope, version)
  if (claim !== undefined) insertIdempotencyRecord(tx, claim, { answer, nowMs })
  return answer
}

// Of instants before 1970 and after 9998, which are refused, Postgres need not understand the text.
const toAskableMs = (ms: number): number => Math.min(Math.max(ms, 0), Date.UTC(9999))

/** A write that waits in vain for another one of its membership is, with a key, most likely its own retry. */
function toConflict(error: unknown, { claim }: Write): unknown {
  if (claim === undefined || toDatabaseFault(error) !== 'lock_timeout') return error
  return new ServiceError(
    'idempotency_key_in_progress',
    'An earlier request is still being processed. Retry.',
    {
      headers: { 'Retry-After': '1' },
      cause: error,
    },
  )
}
