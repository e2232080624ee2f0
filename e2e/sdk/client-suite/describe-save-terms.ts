import { callDetails } from '@affiliate-platform/sdk'
import { buildTermsRules } from '@affiliate-platform/sdk/testing'
import { describe, expect, test } from 'vitest'
import { errorOf } from '../error-of.ts'
import { clientsOf } from './clients-of.ts'
import type { MakeTarget } from './target.ts'

const unknownMembershipId = '99999999-9999-4999-8999-999999999999'

/** Saving terms (interface 4.1). */
export function describeSaveTerms(makeTarget: MakeTarget): void {
  describe('saveTerms', () => {
    test('responds with the saved version, thresholds derived and in order [D14]', async () => {
      await using target = await makeTarget()
      const { memberships } = clientsOf(target).affiliate
      const threshold = { amountMinor: '5000', currency: 'USD' }
      const rules = buildTermsRules({
        threshold,
        thresholds: [threshold, { amountMinor: '9', currency: 'EUR' }],
      })

      const first = await memberships.saveTerms(target.membershipId, { rules: buildTermsRules() })
      const second = await memberships.saveTerms(target.membershipId, { rules })

      expect(first).toMatchObject({
        programId: target.programId,
        target: { kind: 'membership', id: target.membershipId },
        rules: { ...buildTermsRules(), thresholds: [threshold] },
      })
      expect(second.rules.thresholds).toEqual([{ amountMinor: '9', currency: 'EUR' }, threshold])
      expect(second.id).not.toBe(first.id)
    })

    test('saves amounts of 38 digits and terms without end exactly', async () => {
      await using target = await makeTarget()
      const threshold = { amountMinor: '9'.repeat(38), currency: 'JPY' }
      const rules = buildTermsRules({ threshold, durationMonths: null })

      const version = await clientsOf(target).affiliate.memberships.saveTerms(target.membershipId, { rules })

      expect(version.rules).toMatchObject({ threshold, durationMonths: null })
    })

    test('responds with the start in UTC, to the millisecond [D11]', async () => {
      await using target = await makeTarget()
      const year = new Date().getUTCFullYear() + 1
      const request = { rules: buildTermsRules(), effectiveAt: `${year}-05-01T01:30:00+02:00` }

      const version = await clientsOf(target).affiliate.memberships.saveTerms(target.membershipId, request)

      expect(version.effectiveAt).toBe(`${year}-04-30T23:30:00.000Z`)
    })

    test('starts at once when no start is given [D11]', async () => {
      await using target = await makeTarget()
      const beforeMs = Date.now()

      const request = { rules: buildTermsRules() }
      const version = await clientsOf(target).affiliate.memberships.saveTerms(target.membershipId, request)

      expect(Date.parse(version.effectiveAt)).toBeGreaterThanOrEqual(beforeMs)
      expect(Date.parse(version.effectiveAt)).toBeLessThanOrEqual(Date.now())
    })

    test('repeats its response for the same key and request, whatever the order of members [D10]', async () => {
      await using target = await makeTarget()
      const { memberships } = clientsOf(target).affiliate
      const rules = buildTermsRules()
      const reordered = Object.fromEntries(Object.entries(rules).reverse()) as typeof rules
      const first = await memberships.saveTerms(target.membershipId, { rules })
      const { idempotencyKey = '' } = callDetails(first) ?? {}

      const repeated = await memberships.saveTerms(
        target.membershipId,
        { rules: reordered },
        { idempotencyKey },
      )

      expect(repeated).toEqual(first)
      expect(callDetails(first)).toMatchObject({ replayed: false, attempts: 1, status: 200 })
      expect(callDetails(repeated)).toMatchObject({ replayed: true, idempotencyKey })
    })

    test('rejects a key that was used with another request [D10]', async () => {
      await using target = await makeTarget()
      const { memberships } = clientsOf(target).affiliate
      const options = { idempotencyKey: crypto.randomUUID() }
      await memberships.saveTerms(target.membershipId, { rules: buildTermsRules() }, options)

      const request = { rules: buildTermsRules({ rateBps: 1 }) }
      const error = await errorOf(memberships.saveTerms(target.membershipId, request, options))

      expect(error).toMatchObject({
        name: 'ConflictError',
        code: 'idempotency_key_reused',
        status: 409,
        attempts: 1,
      })
    })

    test('does not tell an unknown membership from one of others [D5]', async () => {
      await using target = await makeTarget()
      const { memberships } = clientsOf(target).affiliate
      const request = { rules: buildTermsRules() }

      for (const id of [target.foreignMembershipId, unknownMembershipId]) {
        const error = await errorOf(memberships.saveTerms(id, request))
        expect(error).toMatchObject({
          name: 'PermissionError',
          code: 'access_denied',
          status: 403,
          issues: [],
        })
      }
    })

    test('needs its scope and a known key [5-2] [5-5]', async () => {
      await using target = await makeTarget()
      const { payoutsOnly, unknown } = clientsOf(target)
      const request = { rules: buildTermsRules() }

      expect(await errorOf(payoutsOnly.memberships.saveTerms(target.membershipId, request))).toMatchObject({
        name: 'PermissionError',
        code: 'scope_denied',
      })
      expect(await errorOf(unknown.memberships.saveTerms(target.membershipId, request))).toMatchObject({
        name: 'AuthenticationError',
        code: 'invalid_credential',
        status: 401,
      })
    })
  })
}
