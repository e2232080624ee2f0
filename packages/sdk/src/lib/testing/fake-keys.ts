import { type ApiKeyKind, apiKeyChecksum, scopes } from '@affiliate-platform/contract'
import type { Credential } from '@affiliate-platform/contract/server'
import { fakeIds } from './build-records.ts'

/**
 * API keys of every sort that matters to a client. They have the right form and open nothing anywhere.
 *
 * @example const keyOf = (keys: FakeApiKeys) => keys.affiliate
 */
export interface FakeApiKeys {
  /** An affiliate key with all scopes. */
  readonly affiliate: string
  /** An affiliate key with `payouts:read` alone. */
  readonly payoutsOnly: string
  /** An affiliate key with the right form that the service does not know. */
  readonly unknown: string
  /** The private workspace key. */
  readonly workspace: string
  /** A workspace key with the right form that the service does not know. */
  readonly unknownWorkspace: string
  /** An install-bridge key. */
  readonly installBridge: string
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
  installBridge: buildApiKey('install_bridge', 'b'),
}

const credentials = new Map([
  [fakeApiKeys.affiliate, buildCredential({ kind: 'affiliate', id: 1, scopes })],
  [fakeApiKeys.payoutsOnly, buildCredential({ kind: 'affiliate', id: 2, scopes: ['payouts:read'] })],
  [fakeApiKeys.workspace, buildCredential({ kind: 'workspace', id: 3, scopes: [] })],
  [fakeApiKeys.installBridge, buildCredential({ kind: 'install_bridge', id: 4, scopes: [] })],
])

/** Finds the credential of a key that the service accepts. */
export const findFakeCredential = async (apiKey: string): Promise<Credential | undefined> =>
  credentials.get(apiKey)

function buildCredential(key: {
  readonly kind: ApiKeyKind
  readonly id: number
  readonly scopes: Credential['scopes']
}): Credential {
  const id = `f0000000-0000-4000-8000-00000000000${key.id}`
  const appId = key.kind === 'affiliate' ? fakeIds.appId : undefined
  return { ...key, id, lineageId: id, workspaceId: '90000000-0000-4000-8000-000000000001', appId }
}

function buildApiKey(kind: ApiKeyKind, letter: string): string {
  const body = `aff_${kind}_${letter.repeat(40)}`
  return `${body}_${apiKeyChecksum(body)}`
}
