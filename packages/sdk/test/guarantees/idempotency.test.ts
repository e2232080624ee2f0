import { AffiliateClient, callDetails } from '@affiliate-platform/sdk'
import {
  buildTermsRules,
  createFakeService,
  createFakeTime,
  fakeIds,
  responses,
  withFakeTime,
} from '@affiliate-platform/sdk/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const { membershipId } = fakeIds

describe('an action', () => {
  test('keeps its key and its bytes through all attempts, even if the caller changes the request [4.1-idempotency-key]', async () => {
    const keys = new Set<string>()
    const rates = fc.record({
      rateBps: fc.integer({ min: 1, max: 10_000 }),
      failures: fc.integer({ min: 0, max: 3 }),
    })

    await fc.assert(
      fc.asyncProperty(rates, async ({ rateBps, failures }) => {
        const service = createFakeService()
        const time = createFakeTime()
        const rules = { ...buildTermsRules({ rateBps }) }
        const observer = () => Object.assign(rules, { rateBps: 1 })
        const options = { ...service.affiliateOptions, retries: 3, observer }
        const affiliate = new AffiliateClient(withFakeTime(options, time))
        service.script('saveTerms', ...Array.from({ length: failures }, () => responses.networkError()))

        const version = await affiliate.memberships.saveTerms(membershipId, { rules })

        const sent = new Set(
          service.requests.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`),
        )
        const { idempotencyKey = '' } = callDetails(version) ?? {}
        expect(service.requests).toHaveLength(failures + 1)
        expect(sent.size).toBe(1)
        expect([...sent][0]).toContain(idempotencyKey)
        expect(version.rules.rateBps).toBe(rateBps)
        expect(keys.has(idempotencyKey)).toBe(false)
        keys.add(idempotencyKey)
      }),
      { numRuns: 300 },
    )
  })

  test('is repeated, not done twice, with the key of its error [D10]', async () => {
    const service = createFakeService()
    const affiliate = new AffiliateClient({ ...service.affiliateOptions, retries: 0 })
    const request = { rules: buildTermsRules(), effectiveAt: new Date(Date.now() + 86_400_000) }
    // The service saved the terms, and the response was lost.
    service.script('saveTerms', async ({ usualResponse }) => {
      await usualResponse()
      return Response.error()
    })
    const error = await affiliate.memberships.saveTerms(membershipId, request).catch((thrown) => thrown)

    const { idempotencyKey } = error
    const version = await affiliate.memberships.saveTerms(membershipId, request, { idempotencyKey })

    expect(callDetails(version)).toMatchObject({ replayed: true, idempotencyKey })
    expect(version.supersedes).toBeNull()
  })

  test('may be repeated after its start: only a new action is compared with the clock [D10, D11]', async () => {
    const time = createFakeTime()
    const service = createFakeService({ time })
    const affiliate = new AffiliateClient(withFakeTime(service.affiliateOptions, time))
    const request = { rules: buildTermsRules(), effectiveAt: new Date(time.nowMs() + 1000) }
    const idempotencyKey = 'one-action'
    await affiliate.memberships.saveTerms(membershipId, request, { idempotencyKey })
    time.advance(60_000)

    const repeated = await affiliate.memberships.saveTerms(membershipId, request, { idempotencyKey })

    expect(callDetails(repeated)).toMatchObject({ replayed: true })
    await expect(affiliate.memberships.saveTerms(membershipId, request)).rejects.toMatchObject({
      name: 'TermsRejectedError',
      attempts: 0,
      issues: [{ code: 'effective_at_in_past' }],
    })
  })
})
