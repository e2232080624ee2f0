import { buildPayout, buildTermsRules, fakeIds } from '@affiliate-platform/sdk/testing'
import fc from 'fast-check'

type Json = Readonly<Record<string, unknown>>

const amountMinor = fc.bigInt({ min: 0n, max: 10n ** 38n - 1n }).map(String)
// Among them codes that this version of the package does not know.
const currency = fc.stringMatching(/^[A-Z]{3}$/)

const row: fc.Arbitrary<Json> = fc
  .record({
    currency,
    amount: amountMinor,
    rest: fc.nat(10),
    name: fc.string(),
    status: fc.string(),
    id: fc.uuid(),
  })
  .map(({ currency, amount, rest, ...row }) => ({
    ...buildPayout(1).payout,
    ...row,
    amount: { amountMinor: amount, currency },
    unpaid: { amountMinor: String((BigInt(amount) * BigInt(rest)) / 10n), currency },
  }))

/** A page of payouts as a later version of the service may send it. */
export const pages: fc.Arbitrary<Json> = fc.record({
  items: fc.array(row, { maxLength: 3 }),
  nextCursor: fc.option(fc.string({ minLength: 1 })),
})

/** A saved version for the membership of `fakeIds`, with the rules of `buildTermsRules`. */
export const versions: fc.Arbitrary<Json> = fc
  .record({
    id: fc.uuid(),
    programId: fc.uuid(),
    effectiveAt: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }),
  })
  .map(({ id, programId, effectiveAt }) => ({
    id,
    programId,
    target: { kind: 'membership', id: fakeIds.membershipId },
    rules: { ...buildTermsRules(), thresholds: [buildTermsRules().threshold] },
    effectiveAt: effectiveAt.toISOString(),
  }))

/** A successful identify response. */
export const identifications: fc.Arbitrary<Json> = fc.record(
  { ok: fc.constant(true), contact: fc.string(), receiptId: fc.string() },
  { requiredKeys: ['ok'] },
)

/** The same response after the service has grown: more members in any object, all members in another order. */
export function grow(response: Json): fc.Arbitrary<Json> {
  const members = fc.dictionary(fc.stringMatching(/^x[A-Za-z]{1,8}$/), fc.jsonValue(), { maxKeys: 3 })
  return fc.infiniteStream(members).map((stream) => growValue(response, stream) as Json)
}

function growValue(value: unknown, stream: Iterator<Json>): unknown {
  if (Array.isArray(value)) return value.map((entry) => growValue(entry, stream))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, entry]) => [name, growValue(entry, stream)] as const)
  return Object.fromEntries([...Object.entries(stream.next().value as Json), ...members].reverse())
}

/** The same response with one certain member broken: taken away, or of another kind. */
export function breakMember(response: Json, members: readonly string[]): fc.Arbitrary<Json> {
  const wrongValues = [undefined, {}, 1.5, -1, '0x10', '', true]
  return fc
    .record({ pointer: fc.constantFrom(...members), wrong: fc.constantFrom(...wrongValues) })
    .map(({ pointer, wrong }) => setMember(response, pointer.split('/').slice(1), wrong) as Json)
}

function setMember(value: unknown, [name = '', ...rest]: readonly string[], wrong: unknown): unknown {
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>
  copy[name] = rest.length === 0 ? wrong : setMember(copy[name], rest, wrong)
  return copy
}
