import { buildPayout, buildTermsRules, fakeIds } from '@affiliate-platform/sdk/testing'
import { type HostileResponse, json } from './hostile-server.ts'

/** A row of the payouts list. */
export const goodRow = buildPayout(1).payout

/** The body of a page of payouts. */
export const goodPage = { items: [goodRow], nextCursor: null }

/** The body of a saved version for the membership of `fakeIds`. */
export const goodVersion = {
  id: 'f0000000-0000-4000-8000-000000000001',
  programId: fakeIds.programId,
  target: { kind: 'membership', id: fakeIds.membershipId },
  rules: { ...buildTermsRules(), thresholds: [{ amountMinor: '5000', currency: 'USD' }] },
  // Of the moment: the client compares it with the response's `Date` (D209).
  get effectiveAt() {
    return new Date().toISOString()
  },
}

/** The body of a successful identify call. */
export const goodIdentification = { ok: true, contact: 'provided', uninstallWatch: 'not_requested' }

/** The body of the response to a report. */
export const goodAttribution = { outcome: 'candidate', reason: null, referralId: null }

/** The right response to whatever was asked. */
export const goodResponse: HostileResponse = (request, response, body) => {
  const isReport = request.url?.includes('/api/install-bridge/')
  const posted = isReport ? goodAttribution : goodIdentification
  const responses = { GET: goodPage, PATCH: goodVersion, POST: posted } as const
  json(200, responses[request.method as keyof typeof responses])(request, response, body)
}
