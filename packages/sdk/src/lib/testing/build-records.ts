import type { ListTypes } from '../records/list-types.ts'
import type { PayoutSummary } from '../records/payout.ts'
import type { PayoutExplanation } from '../records/payout-explanation.ts'
import type { PayoutRecord } from '../records/payout-record.ts'
import type { RecordTypes } from '../records/record-types.ts'
import type { TermsRules } from '../records/terms-rules.ts'

/**
 * The ids of the records that a fake service starts with.
 *
 * @example const { membershipId } = fakeIds
 */
export const fakeIds = {
  appId: 'a0000000-0000-4000-8000-000000000001',
  programId: 'b0000000-0000-4000-8000-000000000001',
  groupId: 'c0000000-0000-4000-8000-000000000001',
  membershipId: 'd0000000-0000-4000-8000-000000000001',
  /** A membership of another app. */
  foreignMembershipId: 'd0000000-0000-4000-8000-00000000ffff',
} as const

/**
 * A membership by its id alone; `FakeRecords` has them whole. Terms can be saved for every one.
 *
 * @example const membership: FakeMembership = { id: fakeIds.membershipId, programId: fakeIds.programId }
 */
export interface FakeMembership {
  /** The record's id (UUID), as `saveTerms` takes it. */
  readonly id: string
  /** Its program (UUID). */
  readonly programId: string
}

/**
 * A row of the payouts list, with what only its filters see.
 *
 * @example const payout: FakePayout = { ...buildPayout(1), memberName: 'Ada' }
 */
export interface FakePayout {
  /** The row as it is sent. */
  readonly payout: PayoutSummary
  /** Milliseconds since 1970. */
  readonly createdAtMs: number
  /** The membership's group (UUID), for the filter `groupId`. */
  readonly groupId: string
  /** The member's name, for `search`. */
  readonly memberName: string
  /** What `get` says beyond the row. Default: one line, entered by hand; the rest is empty. */
  readonly detail?: Partial<PayoutRecord>
  /** What `explain` says of every unit. Default: a payout by hand. */
  readonly explanation?: Omit<PayoutExplanation, 'unit'>
}

/**
 * A row of a list, with what only its filters see.
 *
 * @example const toId = (record: FakeRecord<PayoutSummary>) => record.summary.id
 */
export interface FakeRecord<Row, RecordOperation = Row> {
  /** The row as it is sent. */
  readonly summary: Row
  /** Milliseconds since 1970. */
  readonly createdAtMs: number
  /** The group (UUID), for the filter `groupId`. */
  readonly groupId?: string
  /** The member's name, for `search`. */
  readonly memberName?: string
  /** The domain of the record's shop, for `search` where the row does not show it. */
  readonly shopDomain?: string
  /** What `get` says beyond the row. What is left out is empty. */
  readonly detail?: Partial<RecordOperation>
}

/**
 * The records of each list but the payouts.
 *
 * @example const none: FakeRecords = {}
 */
export type FakeRecords = {
  readonly [Name in Exclude<keyof ListTypes | keyof Read, 'payouts'>]?: readonly FakeRecord<
    Name extends keyof ListTypes ? ListTypes[Name]['row'] : Name extends keyof Read ? Read[Name] : never,
    Name extends keyof Read ? Read[Name] : object
  >[]
}

/** The records that are read by themselves, by the name of their list. */
type Read = { readonly [Noun in keyof RecordTypes as `${Noun}s`]: RecordTypes[Noun] }

/**
 * Builds valid terms rules; name only what matters to your test.
 *
 * @example
 * ```ts
 * import { buildTermsRules } from '@affiliate-platform/sdk/testing'
 *
 * const rules = buildTermsRules({ rateBps: 1500 })
 * ```
 */
export function buildTermsRules(changes: Partial<TermsRules> = {}): TermsRules {
  return {
    basis: 'net',
    rateBps: 2000,
    cpi: { amountMinor: '0', currency: 'USD' },
    includedSaleKinds: ['subscription_sale'],
    durationMonths: 12,
    holdDays: 30,
    threshold: { amountMinor: '5000', currency: 'USD' },
    windowDays: 30,
    allowExistingShops: false,
    allowManualClaims: false,
    ...changes,
  }
}

/**
 * Builds a row of the payouts list; name only what matters to your test.
 *
 * @param number - makes the id, and the order: a higher number is newer
 *
 * @example
 * ```ts
 * import { buildPayout } from '@affiliate-platform/sdk/testing'
 *
 * const rows = [1, 2, 3].map((number) => buildPayout(number, { status: 'confirmed' }))
 * ```
 */
export function buildPayout(number: number, changes: Partial<PayoutSummary> = {}): FakePayout {
  return {
    payout: {
      id: `e0000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
      kind: 'payouts',
      appId: fakeIds.appId,
      programId: fakeIds.programId,
      membershipId: fakeIds.membershipId,
      name: 'Partner program',
      status: 'unreported',
      amount: { amountMinor: '12500', currency: 'USD' },
      unpaid: { amountMinor: '12500', currency: 'USD' },
      ...changes,
    },
    createdAtMs: Date.UTC(2026, 0, 1) + number * 60_000,
    groupId: fakeIds.groupId,
    memberName: 'Example member',
  }
}
