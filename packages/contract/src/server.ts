export { createAttempt } from './server/attempt.ts'
export {
  type AppScope,
  type Authenticator,
  appOf,
  type Caller,
  type Reach,
} from './server/caller.ts'
export { canonicalJson } from './server/canonical-json.ts'
export { createServer, type EndedRequest, type ServerOptions } from './server/create-server.ts'
export {
  authenticateKeys,
  type Credential,
  credentialKind,
  type FindCredential,
  invalidCredential,
} from './server/credential.ts'
export { toFetch } from './server/fetch-edge.ts'
export {
  checkBusinessRules,
  type Handler,
  type Handlers,
  type OperationRequest,
  rejectBrokenRules,
} from './server/handler.ts'
export { type IdempotencyClaim, type IdempotencyRecord, replayResponse } from './server/idempotency.ts'
export { type Identified, identifyBy } from './server/identify-by.ts'
export {
  type CursorScope,
  type Cursors,
  createListHandler,
  createListHandlers,
  findPageEnd,
  type ListRows,
  type ListSource,
  type ListSources,
  openCursor,
  type PageRequest,
  type RowPosition,
  readListPage,
} from './server/list-records.ts'
export { createMatcher } from './server/match.ts'
export { createMemoryCursors } from './server/memory-cursors.ts'
export { createMemoryIdempotency, type IdempotencyRecords } from './server/memory-idempotency.ts'
export {
  fixedHeaders,
  type Headers,
  type PlainRequest,
  type PlainResponse,
  pathOf,
  type Result,
  toResponse,
} from './server/message.ts'
export { checkForm, type RequestContent } from './server/parse-request.ts'
export { rejectAtOnce, toProblem } from './server/problem-response.ts'
export { type Admission, type AdmissionRequest, createMemoryQuota, type Quota } from './server/quota.ts'
export { createRecordHandlers, type RecordSource, type RecordSources } from './server/read-record.ts'
export {
  decideTermsVersion,
  type MembershipScope,
  saveTermsBy,
  type TermsAuthor,
  type TermsVersionRecord,
  type TermsWrite,
  toTermsVersion,
  type WriteTerms,
} from './server/save-terms-by.ts'
export { accessDenied, ServiceError } from './server/service-error.ts'
export { unitOutOfRange } from './server/unit-out-of-range.ts'
