import type { operations } from '@affiliate-platform/contract'
import { type Handler, saveTermsBy, stillInProgress } from '@affiliate-platform/contract/server'
import { type RequestContext, toDatabaseFault } from '@affiliate-platform/platform/database'
import { writeTerms } from '@affiliate-platform/platform/terms'

const save = saveTermsBy(writeTerms)

/** Saves prospective terms for a membership (interface 4.1). */
export const saveTerms: Handler<typeof operations.saveTerms, RequestContext> = async (request) => {
  try {
    return await save(request)
  } catch (error) {
    // A write that waits in vain for another one of its membership is, with a key, most likely its own retry.
    const isRetry = request.claim !== undefined && toDatabaseFault(error) === 'lock_timeout'
    throw isRetry ? stillInProgress(error) : error
  }
}
