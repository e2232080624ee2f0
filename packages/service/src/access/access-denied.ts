import { ServiceError } from '../http/service-error.ts'

/**
 * The one refusal for a record that is unknown, of another app or of another workspace: the three must not be told
 * apart (interface section 5 rule 3).
 */
export function accessDenied(): ServiceError {
  return new ServiceError(
    'access_denied',
    'The resource does not exist or is not accessible with this API key.',
  )
}
