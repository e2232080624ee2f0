export { apiKeyHint, hashApiKey, newApiKey, toApiKey } from './api-keys/api-key.ts'
export { createApiKey, createApiKeyOnce, type NewApiKey } from './api-keys/create-key.ts'
export { findCredentialsByHash } from './api-keys/credential-store.ts'
export { createCredentialSearch } from './api-keys/find-credential.ts'
export { findApiKey, type ListedApiKey, listApiKeys, listKeysWorkingFirst } from './api-keys/list-keys.ts'
export { countQuotaUses, createQuota } from './api-keys/quota.ts'
export { revokeApiKey } from './api-keys/revoke-key.ts'
export { type Rotation, rotateApiKey, rotateApiKeyOnce } from './api-keys/rotate-key.ts'
export {
  createSetupCodeSearch,
  issueSetupCode,
  type RedeemedSetup,
  redeemSetupCode,
  type SetupCode,
} from './api-keys/setup-code.ts'
export type { MadeBefore } from './idempotency/make-once.ts'
