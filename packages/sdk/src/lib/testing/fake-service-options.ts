import type { FakeMembership, FakePayout, FakeRecords } from './build-records.ts'
import type { FakeTime } from './fake-time.ts'

/**
 * What a fake service starts with. Everything has a default.
 *
 * @example const options: FakeServiceOptions = { quotaRequestsMax: 3 }
 */
export interface FakeServiceOptions {
  /** Where it responds. Default `https://affiliates.test`. */
  readonly baseUrl?: string
  /** The payouts there are, in any order. Default: three. */
  readonly payouts?: readonly FakePayout[]
  /**
   * The records of the other lists. What these and the payouts name is made where you leave it out: programs, groups,
   * memberships, and the commissions behind payouts.
   */
  readonly records?: FakeRecords
  /** Memberships by id alone, beside those of `records` and `payouts`. Default: the one of `fakeIds`. */
  readonly memberships?: readonly FakeMembership[]
  /** The codes that members have, in any letter case. Default: `mia`. */
  readonly codes?: readonly string[]
  /** Requests per affiliate key and minute. Default 120, as the real service. */
  readonly quotaRequestsMax?: number
  /** Its clock. Default: the machine's. */
  readonly time?: FakeTime
}
