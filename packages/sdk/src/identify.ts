export { IdentifyClient, type IdentifyOutcome } from './lib/client/identify-client.ts'
export type { AnyAffiliateError } from './lib/errors/errors.ts'
export type { RawRequest, RawRequestOptions } from './lib/operations/raw-request.ts'
export type {
  BackfillIdentification,
  ContactFields,
  Identification,
  Identifies,
  IdentifyResponse,
  InstallIdentification,
  UninstallIdentification,
} from './lib/records/identification.ts'
export type { RedactShopResponse } from './lib/records/redact-shop-response.ts'
export type { CallOptions, ClientOptions } from './lib/settings/client-options.ts'
