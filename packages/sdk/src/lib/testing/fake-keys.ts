import { type ApiKeyKind, apiKeyChecksum } from '@affiliate-platform/contract'

/** An API key the fake service knows. */
export interface FakeKey {
  readonly apiKey: string
  readonly kind: 'affiliate' | 'workspace'
  readonly scopes: readonly string[]
}

/**
 * API keys of every sort that matters to a client. They have the right form and open nothing anywhere.
 *
 * @example const keyOf = (keys: FakeApiKeys) => keys.affiliate
 */
export interface FakeApiKeys {
  /** An affiliate key with both scopes. */
  readonly affiliate: string
  /** An affiliate key with `payouts:read` alone. */
  readonly payoutsOnly: string
  /** An affiliate key with the right form that the service does not know. */
  readonly unknown: string
  /** The private workspace key. */
  readonly workspace: string
  /** A workspace key with the right form that the service does not know. */
  readonly unknownWorkspace: string
}

/**
 * The API keys of every fake service.
 *
 * @example new AffiliateClient({ apiKey: fakeApiKeys.affiliate, baseUrl: 'https://affiliates.test' })
 */
export const fakeApiKeys: FakeApiKeys = {
  affiliate: buildApiKey('affiliate', 'a'),
  payoutsOnly: buildApiKey('affiliate', 'p'),
  unknown: buildApiKey('affiliate', 'u'),
  workspace: buildApiKey('workspace', 'w'),
  unknownWorkspace: buildApiKey('workspace', 'u'),
}

/** The keys that the service accepts. */
export const knownKeys: readonly FakeKey[] = [
  { apiKey: fakeApiKeys.affiliate, kind: 'affiliate', scopes: ['terms:write', 'payouts:read'] },
  { apiKey: fakeApiKeys.payoutsOnly, kind: 'affiliate', scopes: ['payouts:read'] },
  { apiKey: fakeApiKeys.workspace, kind: 'workspace', scopes: [] },
]

function buildApiKey(kind: ApiKeyKind, letter: string): string {
  const body = `aff_${kind}_${letter.repeat(40)}`
  return `${body}_${apiKeyChecksum(body)}`
}
