import { identifyExamples } from './openapi-examples-identify.ts'
import { listPayoutsExamples } from './openapi-examples-payouts.ts'
import { saveTermsExamples } from './openapi-examples-terms.ts'

export type { Example } from './openapi-refusals.ts'

/**
 * Example requests and answers of every operation, by name. The OpenAPI document shows them, and each one parses
 * with the schema it stands for. `refusals` has one problem document for every error code of the operation.
 */
export const examples = {
  saveTerms: saveTermsExamples,
  listPayouts: listPayoutsExamples,
  identify: identifyExamples,
} as const
