import { ServiceError } from './service-error.ts'

/** The error for a unit that a payout has not, thrown by the source of its explanation. */
export function unitOutOfRange(): ServiceError {
  const message = 'A whole number from 1 to the amount of the payout in minor units.'
  return new ServiceError('invalid_parameter', 'The payout has no such unit.', {
    issues: [{ parameter: 'unit', code: 'out_of_range', message }],
  })
}
