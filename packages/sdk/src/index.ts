export { AffiliateClient, type Memberships } from './lib/affiliate-client.ts'
export { AffiliateError, type OperationName } from './lib/affiliate-error.ts'
export { type CallDetails, callDetails } from './lib/call-details.ts'
export type {
  ApiKeySource,
  AppInfo,
  CallOptions,
  ClientOptions,
  ExpectedIdentity,
  FurtherQuery,
  GetOptions,
  ListOptions,
  ListPageOptions,
  RequestHeaders,
  SaveTermsOptions,
} from './lib/client-options.ts'
export type { ClientErrorCode, ServiceErrorCode } from './lib/error-codes.ts'
export {
  isAbortedError,
  isAffiliateError,
  isAuthenticationError,
  isConfigurationError,
  isConflictError,
  isInvalidRequestError,
  isInvalidResponseError,
  isNetworkError,
  isNotFoundError,
  isPermissionError,
  isRateLimitError,
  isServerError,
  isTermsRejectedError,
  isTimeoutError,
} from './lib/error-guards.ts'
export {
  AbortedError,
  type AnyAffiliateError,
  AuthenticationError,
  ConfigurationError,
  ConflictError,
  InvalidRequestError,
  InvalidResponseError,
  NetworkError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  TermsRejectedError,
  TimeoutError,
} from './lib/errors.ts'
export { extra } from './lib/extra.ts'
export type {
  BackfillIdentification,
  ContactFields,
  Identification,
  Identifies,
  IdentifyResponse,
  InstallIdentification,
  UninstallIdentification,
} from './lib/identification.ts'
export { IdentifyClient, type IdentifyOutcome } from './lib/identify-client.ts'
export type { Issue } from './lib/issue.ts'
export type { Later } from './lib/later.ts'
export type { ListFilters, RecordsPage } from './lib/list-filters.ts'
export type * from './lib/list-types.ts'
export { addMoney, compareMoney, formatMoney, type Money, parseMoney } from './lib/money.ts'
export type {
  AttemptEvent,
  DriftEvent,
  FailureEvent,
  Observer,
  ObserverEvent,
  SchemaVersionEvent,
  WaitEvent,
} from './lib/observer.ts'
export type { RateLimit } from './lib/rate-limit.ts'
export type { RawRequest, RawRequestOptions } from './lib/raw-request.ts'
export type { Explains, Read, Reads } from './lib/reads.ts'
export type * from './lib/record-types.ts'
export type { Records } from './lib/records.ts'
export type { RecordsList } from './lib/records-list.ts'
export type { RedactShopResponse } from './lib/redact-shop-response.ts'
export type {
  SaleKind,
  SavedTermsRules,
  SaveTermsRequest,
  TermsRules,
  TermsVersion,
} from './lib/terms-rules.ts'
export type { CallTrace } from './lib/trace-call.ts'
