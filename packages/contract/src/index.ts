export {
  type ApiKeyKind,
  apiKeyChecksum,
  apiKeyKind,
  apiKeyKinds,
  type CallerScope,
  type CredentialKind,
  credentialKinds,
  type KeyScope,
  mcpScopes,
  type Scope,
  scopes,
} from './lib/api-keys.ts'
export { type CaseAnswer, type CaseKind, caseAnswers, caseKinds } from './lib/case-kinds.ts'
export {
  type CommissionCause,
  commissionCauses,
  directCauses,
  type EnteredCause,
  enteredCauses,
  importedCause,
  type postedCauses,
} from './lib/commission-causes.ts'
export { currencyCodes, currencyScale, currencyTableDate, isCurrencyCode } from './lib/currencies.ts'
export { formatAmount, fromDecimal, toDecimal } from './lib/decimal.ts'
export { type ErrorCode, errorCatalogue, type Problem, problemSchema } from './lib/errors.ts'
export { headerNames, schemaVersion, versionedPath } from './lib/headers.ts'
export {
  type BackfillIdentification,
  type ContactFields,
  checkIdentify,
  contactFieldNames,
  type Identification,
  type IdentifyRequest,
  type IdentifyResponse,
  type InstallIdentification,
  identifyRequestSchema,
  identifyResponseSchema,
  shopDomainSchema,
  type UninstallIdentification,
  type UninstallWatchOutcome,
  uninstallWatchOutcomes,
} from './lib/identify.ts'
export { dayMs, instantSchema } from './lib/instants.ts'
export { type Checked, type Issue, type IssueLocation, parseBody, parseParameters } from './lib/issues.ts'
export * as limits from './lib/limits.ts'
export {
  type FilterName,
  type ListQuery,
  type ListQuerySchema,
  parseListQuery,
  parseQuery,
  type QuerySchema,
} from './lib/list-query.ts'
export {
  amountMinorSchema,
  currencySchema,
  type Money,
  moneyResponseSchema,
  moneySchema,
} from './lib/money.ts'
export { describePhrase, english, type Phrase, type PhraseCode } from './lib/phrases.ts'
export { isOnThisMachine, isPublicUrl, isWebhookUrl, webhookUrlExpected } from './lib/public-url.ts'
export { anyObjectSchema } from './lib/response-object.ts'
export {
  type SavedTermsRules,
  type SaveTermsRequest,
  saleKinds,
  saveTermsRequestSchema,
  type TermsRules,
  type TermsVersion,
  termsRulesSchema,
  termsVersionSchema,
} from './lib/terms.ts'
export { checkEffectiveAt, checkTermsRules, toSavedRules } from './lib/terms-rules.ts'
export { type VerdictCode, verdictSentences } from './lib/verdicts.ts'
export {
  appWebhookTopics,
  type WebhookData,
  type WebhookTopic,
  webhookTopics,
} from './lib/webhook-topics.ts'
export type { BoundedList } from './operations/definitions/bounded-list.ts'
export type { ListOperation } from './operations/definitions/list.ts'
export { type BusinessCheck, defineOperation, type Operation } from './operations/definitions/operation.ts'
export type { RecordOperation } from './operations/definitions/record.ts'
export type { PayoutExplanation } from './operations/explanations/explain-payout.ts'
export {
  type AttributionOutcome,
  attributionOutcomes,
} from './operations/install-bridge/attribution-outcome.ts'
export { reportEvidence } from './operations/install-bridge/report-evidence.ts'
export { reportInstallEvent } from './operations/install-bridge/report-install-event.ts'
export { listOperations } from './operations/list-operations.ts'
export {
  type PayoutStatus,
  type PayoutSummary,
  type PayoutsPage,
  payoutStatuses,
  payoutSummarySchema,
  payoutsPageSchema,
} from './operations/lists/list-payouts.ts'
export {
  type ListId,
  type ListRow,
  type OperationId,
  operations,
  type RecordId,
  type RecordOf,
} from './operations/operations.ts'
export type { Arithmetic, Because, CommissionExplanation } from './operations/parts/explanation.ts'
export { recordOperations } from './operations/record-operations.ts'
export type { NotPaid } from './operations/records/get-commission.ts'
export { type FirstReceipt, firstReceipt } from './operations/shops/first-receipt.ts'
export { identify } from './operations/shops/identify.ts'
export { redactShop } from './operations/shops/redact-shop.ts'
export { type RedeemedSetupCode, redeemSetupCode } from './operations/shops/redeem-setup-code.ts'
export { saveTerms } from './operations/terms/save-terms.ts'
