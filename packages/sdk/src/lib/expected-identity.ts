import type { ExpectedIdentity } from './client-options.ts'
import { extra } from './extra.ts'
import type { Issue } from './issue.ts'

/**
 * Compares a record with the app and program that the caller expects. A record that does not name its app
 * cannot contradict the expectation.
 *
 * @param pointer - where the record is in the answer
 */
export function checkExpected(
  record: object,
  expected: ExpectedIdentity | undefined,
  pointer: string,
): readonly Issue[] {
  return (['appId', 'programId'] as const).flatMap((member) => {
    const [wanted, found] = [expected?.[member], extra(record)[member]]
    if (wanted === undefined || typeof found !== 'string') return []
    if (wanted.toLowerCase() === found.toLowerCase()) return []
    return [{ pointer: `${pointer}/${member}`, code: 'other_record', message: `The expected ${member}.` }]
  })
}
