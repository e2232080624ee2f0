import type { operations } from '@affiliate-platform/contract'
import {
  type Handler,
  type IdempotencyClaim,
  saveTermsBy,
  stillInProgress,
} from '@affiliate-platform/contract/server'
import { type RequestContext, toDatabaseFault } from '@affiliate-platform/platform/database'
import { writeTerms } from '@affiliate-platform/platform/terms'

const save = saveTermsBy(writeTerms)

/** Creates the handler that saves prospective terms (interface 4.1). */
export function createSaveTerms(): Handler<typeof operations.saveTerms, RequestContext> {
  /** How many requests of a claim are under way in this process. */
  const underWay = new Map<string, number>()
  return async (request) => {
    const { claim } = request
    if (claim === undefined) return await save(request)
    const name = nameClaim(claim)
    underWay.set(name, (underWay.get(name) ?? 0) + 1)
    try {
      return await save(request)
    } catch (error) {
      // 409: what it waited for in vain may be its own retry. A key that nobody else has sent is in no one's way (D252).
      const hasRival = (underWay.get(name) ?? 0) > 1
      throw hasRival && toDatabaseFault(error) === 'lock_timeout' ? stillInProgress(error) : error
    } finally {
      const others = (underWay.get(name) ?? 0) - 1
      if (others > 0) underWay.set(name, others)
      else underWay.delete(name)
    }
  }
}

const nameClaim = ({ workspaceId, lineageId, operation, targetId, key }: IdempotencyClaim): string =>
  [workspaceId, lineageId, operation, targetId, key].join(' ')
