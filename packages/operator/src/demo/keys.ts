import { createHmac } from 'node:crypto'
import { type ApiKeyKind, type Scope, scopes } from '@affiliate-platform/contract'
import { apiKeyHint, hashApiKey, toApiKey } from '@affiliate-platform/platform/api-keys'
import type { Random } from './random.ts'
import { type DemoApp, demoStartMs } from './structure.ts'

interface KeyPlan {
  readonly kind: ApiKeyKind
  readonly owner: 'app' | 'otherApp' | 'otherWorkspaceApp'
  readonly scopes?: readonly Scope[]
  readonly ended?: 'revoked_at' | 'expires_at'
}

const keyPlans = {
  affiliate: { kind: 'affiliate', owner: 'app' },
  affiliatePayoutsOnly: { kind: 'affiliate', owner: 'app', scopes: ['payouts:read'] },
  affiliateTermsOnly: { kind: 'affiliate', owner: 'app', scopes: ['terms:write'] },
  affiliateOtherApp: { kind: 'affiliate', owner: 'otherApp' },
  affiliateOtherWorkspace: { kind: 'affiliate', owner: 'otherWorkspaceApp' },
  affiliateRevoked: { kind: 'affiliate', owner: 'app', ended: 'revoked_at' },
  affiliateExpired: { kind: 'affiliate', owner: 'app', ended: 'expires_at' },
  workspace: { kind: 'workspace', owner: 'app' },
  workspaceOther: { kind: 'workspace', owner: 'otherWorkspaceApp' },
  mcp: { kind: 'mcp', owner: 'app' },
  installBridge: { kind: 'install_bridge', owner: 'app' },
} satisfies Readonly<Record<string, KeyPlan>>

/** The demo's API keys by name. */
export type DemoKeys = Readonly<Record<keyof typeof keyPlans, string>>

const keyNames = Object.keys(keyPlans) as readonly (keyof DemoKeys)[]

/**
 * The demo's keys. They follow from the database's own secret: each database has others, a restart has the same, and
 * none is kept.
 */
export function deriveDemoKeys(secret: Uint8Array): DemoKeys {
  const keys = keyNames.map((name) => {
    const material = createHmac('sha256', secret).update(`demo-key/${name}`).digest()
    return [name, toApiKey(keyPlans[name].kind, material)] as const
  })
  return Object.fromEntries(keys) as DemoKeys
}

export function buildKeyRows(
  random: Random,
  keys: DemoKeys,
  owners: Readonly<Record<KeyPlan['owner'], DemoApp>>,
) {
  const start = new Date(demoStartMs).toISOString()
  return keyNames.map((name) => {
    const plan: KeyPlan = keyPlans[name]
    const owner = owners[plan.owner]
    const isAffiliate = plan.kind === 'affiliate'
    return {
      workspace_id: owner.workspaceId,
      id: random.idAt(demoStartMs),
      lineage_id: random.idAt(demoStartMs),
      kind: plan.kind,
      app_id: isAffiliate ? owner.id : null,
      scopes: isAffiliate ? (plan.scopes ?? scopes) : [],
      name: `Demo: ${name}`,
      key_hash: `\\x${hashApiKey(keys[name]).toString('hex')}`,
      key_hint: apiKeyHint(keys[name]),
      created_at: start,
      expires_at: plan.ended === 'expires_at' ? start : null,
      revoked_at: plan.ended === 'revoked_at' ? start : null,
    }
  })
}
