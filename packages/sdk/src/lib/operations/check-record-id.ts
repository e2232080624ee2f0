import type { Action } from '../attempts/action.ts'
import { rejectRequest } from '../errors/reject-request.ts'

/**
 * Checks the id of the record that a path names.
 *
 * @throws InvalidRequestError for anything but a UUID
 */
export function checkRecordId(
  { id: operation, pathRecord }: Action<never>['operation'] & { readonly pathRecord: string },
  id: unknown,
): void {
  if (typeof id === 'string' && uuidPattern.test(id)) return
  const message = `The id of the ${pathRecord} record (UUID).`
  throw rejectRequest(operation, 'invalid_parameter', [{ parameter: 'id', code: 'invalid_format', message }])
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
