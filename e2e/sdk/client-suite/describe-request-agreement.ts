import { AffiliateClient, type Issue, isAffiliateError, type SaveTermsRequest } from '@affiliate-platform/sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { termsRequests } from './arbitrary-terms.ts'
import type { MakeTarget, Target } from './target.ts'

/** Accepted, or rejected with a code and the places and codes of all faults. */
type Verdict = 'accepted' | { readonly code: string; readonly faults: readonly string[] }

/** The client checks before the network exactly what the service checks after it. */
export function describeRequestAgreement(makeTarget: MakeTarget, runs: number): void {
  describe('request checks', () => {
    test('of client and service agree on every generated body [4.1-1]', {
      timeout: 60_000 + runs * 30,
    }, async () => {
      await using target = await makeTarget({ quotaRequestsMax: runs * 3 })
      const seen = new Map<string, number>()

      await fc.assert(
        fc.asyncProperty(termsRequests, async (request) => {
          const local = await localVerdict(target, request as SaveTermsRequest)
          expect(await serviceVerdict(target, request)).toEqual(local)
          const kind = local === 'accepted' ? local : local.code
          seen.set(kind, (seen.get(kind) ?? 0) + 1)
        }),
        { numRuns: runs },
      )

      // A generator that only makes one kind of body would prove nothing.
      for (const kind of ['accepted', 'invalid_request', 'terms_rejected']) {
        expect(seen.get(kind)).toBeGreaterThan(runs / 20)
      }
    })
  })
}

async function localVerdict(
  { baseUrl, apiKeys, membershipId }: Target,
  request: SaveTermsRequest,
): Promise<Verdict> {
  const unreachable = () => Promise.reject(new TypeError('fetch failed'))
  const affiliate = new AffiliateClient({
    baseUrl,
    apiKey: apiKeys.affiliate,
    fetch: unreachable,
    retries: 0,
  })
  const error: unknown = await affiliate.memberships
    .saveTerms(membershipId, request)
    .catch((thrown) => thrown)
  if (!isAffiliateError(error)) throw new Error('The call cannot have succeeded.')
  return error.attempts > 0 ? 'accepted' : toVerdict(error.code, error.issues)
}

async function serviceVerdict(
  { baseUrl, fetch, apiKeys, membershipId }: Target,
  request: unknown,
): Promise<Verdict> {
  const response = await fetch(`${baseUrl}/api/affiliate-platform/v1/memberships/${membershipId}/terms`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${apiKeys.affiliate}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
  })
  if (response.ok) return 'accepted'
  const { code, errors } = (await response.json()) as {
    readonly code: string
    readonly errors: readonly Issue[]
  }
  return toVerdict(code, errors)
}

function toVerdict(code: string, issues: readonly Issue[]): Verdict {
  return { code, faults: issues.map((issue) => `${issue.pointer} ${issue.code}`) }
}
