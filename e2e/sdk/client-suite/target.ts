import type { PayoutStatus, PayoutsFilters } from '@affiliate-platform/sdk'

/** A service that the suite runs against, with the keys and records it needs. */
export interface Target extends AsyncDisposable {
  readonly baseUrl: string
  readonly fetch: typeof globalThis.fetch
  readonly apiKeys: {
    /** An affiliate key with both scopes. */
    readonly affiliate: string
    /** An affiliate key of the same app with `payouts:read` alone. */
    readonly payoutsOnly: string
    /** An affiliate key of the right form that the service does not know. */
    readonly unknown: string
    readonly workspace: string
    /** A workspace key of the right form that the service does not know. */
    readonly unknownWorkspace: string
  }
  readonly appId: string
  readonly programId: string
  readonly membershipId: string
  /** A membership of another app. */
  readonly foreignMembershipId: string
  /** Narrows every list of the suite to the payouts below. */
  readonly filters: PayoutsFilters
  /** The ids of those payouts, newest first: 5 to 50, all of `programId` and created before 2027. */
  readonly payoutIds: readonly string[]
  /** Two more filters, and the ids of the payouts that match both: at least one, and not all. */
  readonly filtered: {
    readonly status: PayoutStatus
    readonly currency: string
    readonly ids: readonly string[]
  }
}

/** What a test asks of a fresh service. */
export interface TargetOptions {
  /** Requests per affiliate key and minute. */
  readonly quotaRequestsMax?: number
}

/** Makes a service for one test. Tests that ask for no options may share one, if its quota allows it. */
export type MakeTarget = (options?: TargetOptions) => Promise<Target>
