import { AffiliateClient, type ClientOptions, IdentifyClient } from '@affiliate-platform/sdk'
import type { Target } from './target.ts'

/** The clients of a target, without retries: a rejection is to be seen at once. */
export function clientsOf({ baseUrl, fetch, apiKeys }: Target, options: ClientOptions = {}) {
  const shared = { baseUrl, fetch, retries: 0, ...options }
  return {
    affiliate: new AffiliateClient({ apiKey: apiKeys.affiliate, ...shared }),
    payoutsOnly: new AffiliateClient({ apiKey: apiKeys.payoutsOnly, ...shared }),
    unknown: new AffiliateClient({ apiKey: apiKeys.unknown, ...shared }),
    identify: new IdentifyClient({ apiKey: apiKeys.workspace, ...shared }),
    unknownWorkspace: new IdentifyClient({ apiKey: apiKeys.unknownWorkspace, ...shared }),
  }
}
