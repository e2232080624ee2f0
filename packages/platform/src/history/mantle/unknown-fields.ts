import type { RecordKind } from './layouts.ts'
import {
  affiliateSchema,
  attributionSchema,
  claimSchema,
  commissionSchema,
  membershipSchema,
  payoutSchema,
} from './records.ts'

/** A field that nobody has said anything about, and in how many records it has a value. */
export interface UnknownField {
  readonly file: string
  readonly name: string
  readonly count: number
}

const read = (schema: { readonly shape: object }, left: readonly string[]): ReadonlySet<string> =>
  new Set([...Object.keys(schema.shape), ...left])

// What is read, and what is known to be there and left.
const known: Readonly<Partial<Record<RecordKind, ReadonlySet<string>>>> = {
  affiliate: read(affiliateSchema, ['updatedAt', 'agreedToTermsAt', 'user']),
  referral: read(attributionSchema, ['updatedAt', 'appId', 'appInstallationId', 'customerId']),
  claim: read(claimSchema, ['updatedAt', 'appInstallationId', 'decisionById']),
  payout: read(payoutSchema, [
    ...['updatedAt', 'periodStart', 'paymentRequestedAt', 'paymentMethodData', 'period', 'notes'],
  ]),
  commission: read(commissionSchema, [
    ...['createdAt', 'payout', 'affiliateReferralId', 'appInstallationId', 'name', 'notes', 'type'],
  ]),
}
const knownOfMembership = read(membershipSchema, [
  ...['id', 'affiliateId', 'updatedAt', 'affiliateLink', 'agreedToTermsAt', 'invitedAt'],
])

/** Counts the fields of records that nobody has said anything about: what they hold is not imported. */
export class UnknownFields {
  readonly #counts = new Map<string, UnknownField>()

  /** Counts those of a record. */
  add(file: string, kind: RecordKind, item: unknown): void {
    this.#addOf(item, { file, prefix: '', names: known[kind] })
    if (kind !== 'affiliate') return
    const memberships: unknown = Reflect.get(Object(item), 'memberships')
    if (!Array.isArray(memberships)) return
    for (const membership of memberships)
      this.#addOf(membership, { file, prefix: 'memberships.', names: knownOfMembership })
  }

  #addOf(
    item: unknown,
    at: { readonly file: string; readonly prefix: string; readonly names: ReadonlySet<string> | undefined },
  ): void {
    for (const [field, value] of Object.entries(Object(item))) {
      if (value === null || at.names === undefined || at.names.has(field)) continue
      const key = `${at.file} ${at.prefix}${field}`
      const count = (this.#counts.get(key)?.count ?? 0) + 1
      this.#counts.set(key, { file: at.file, name: `${at.prefix}${field}`, count })
    }
  }

  /** Lists them, those of a file together. */
  list(): readonly UnknownField[] {
    return [...this.#counts.values()]
  }
}
