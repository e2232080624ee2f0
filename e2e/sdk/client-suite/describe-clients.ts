import { describe } from 'vitest'
import { describeIdentify } from './describe-identify.ts'
import { describeListPayouts } from './describe-list-payouts.ts'
import { describeRequestAgreement } from './describe-request-agreement.ts'
import { describeSaveTerms } from './describe-save-terms.ts'
import { describeWire } from './describe-wire.ts'
import type { MakeTarget } from './target.ts'

/**
 * What users of the clients can observe, as tests for any service: they run against the fake one and against the
 * real one, so that no response differs.
 *
 * @param agreementRuns - generated request bodies on which the client's verdict and the service's must agree
 */
export function describeClients(name: string, makeTarget: MakeTarget, agreementRuns: number): void {
  describe(name, () => {
    describeSaveTerms(makeTarget)
    describeListPayouts(makeTarget)
    describeIdentify(makeTarget)
    describeWire(makeTarget)
    describeRequestAgreement(makeTarget, agreementRuns)
  })
}
