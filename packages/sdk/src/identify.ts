export type { CallOptions, ClientOptions } from './lib/client-options.ts'
export type { AnyAffiliateError } from './lib/errors.ts'
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
export type { RawRequest, RawRequestOptions } from './lib/raw-request.ts'
export type { RedactShopResponse } from './lib/redact-shop-response.ts'
