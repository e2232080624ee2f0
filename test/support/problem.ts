import { type ErrorCode, errorCatalogue, type Problem, problemSchema } from '@affiliate-platform/contract'
import { expect } from 'vitest'

/** Checks what all rejections have in common (D1, D2, D8) and returns the problem document. */
export async function expectProblem(response: Response, code: ErrorCode): Promise<Problem> {
  const problem = problemSchema.parse(await response.json())
  const { status, title } = errorCatalogue[code]
  expect(problem).toMatchObject({ code, status, title, type: `/docs/errors/${code}` })
  expect(problem.detail).not.toBe('')
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-request-id')).toBe(problem.requestId)
  return problem
}

/** The faults of a problem document as `location code`, in order. */
export function listFaults({ errors = [] }: Problem): readonly string[] {
  return errors.map(
    ({ pointer, parameter, header, code }) => `${pointer ?? parameter ?? header ?? '?'} ${code}`,
  )
}
