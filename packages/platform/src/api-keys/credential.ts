import type { ApiKeyKind, Scope } from '@affiliate-platform/contract'

/** The record behind an API key: whom a request speaks for, and what it may do. */
export interface Credential {
  readonly workspaceId: string
  readonly id: string
  /** Shared by a key and its successors: quota, idempotency and cursors follow it. */
  readonly lineageId: string
  readonly kind: ApiKeyKind
  /** The app of an affiliate key; other kinds have none. */
  readonly appId: string | undefined
  readonly scopes: readonly Scope[]
}
