export { apiKeyHint, hashApiKey, newApiKey, toApiKey } from './api-keys/api-key.ts'
export { findCredentialsByHash } from './api-keys/credential-store.ts'
export { createCredentialSearch } from './api-keys/find-credential.ts'
export type { NewApiKey } from './api-keys/insert-api-key.ts'
export { createApiKey, listApiKeys, revokeApiKey } from './api-keys/manage-keys.ts'
export { type Rotation, rotateApiKey } from './api-keys/rotate-key.ts'
export {
  createSetupCodeSearch,
  issueSetupCode,
  type RedeemedSetup,
  redeemSetupCode,
  type SetupCode,
} from './api-keys/setup-code.ts'
