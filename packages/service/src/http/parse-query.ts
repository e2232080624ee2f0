import { ServiceError } from './service-error.ts'

/**
 * Reads the query of a request.
 *
 * @throws ServiceError `invalid_parameter` when it is no UTF-8 once it is decoded (D68)
 */
export function parseQuery(query: string): URLSearchParams {
  try {
    decodeURIComponent(query)
  } catch {
    throw new ServiceError('invalid_parameter', 'The query has a malformed percent-encoding.')
  }
  return new URLSearchParams(query)
}
