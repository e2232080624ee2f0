import type { Operation } from '../operations/definitions/operation.ts'
import { ServiceError } from './service-error.ts'

/** The operation that a path and method lead to. */
export interface Match<Matched extends Operation> {
  readonly operation: Matched
  /** The text in place of `:id` exactly as sent; empty for a path without one. */
  readonly pathId: string
}

/** Why a request leads to no operation. */
export interface Mismatch<Matched extends Operation> {
  readonly error: ServiceError
  /** The operation at this path, which has another method. */
  readonly operation: Matched | undefined
}

/** Finds the operation of a request by its method and its path. */
export type FindOperation<Matched extends Operation> = (
  method: string,
  path: string,
) => Match<Matched> | Mismatch<Matched>

/** Creates the search for a request's operation by exact path segments; `:id` takes any one segment. */
export function createMatcher<Matched extends Operation>(
  operations: readonly Matched[],
): FindOperation<Matched> {
  const patterns = operations.map((operation) => ({ operation, expected: operation.path.split('/') }))
  return (method, path) => {
    const segments = path.split('/')
    const atPath: Matched[] = []
    for (const { operation, expected } of patterns) {
      const pathId = matchSegments(expected, segments)
      if (pathId === undefined) continue
      if (operation.method === method) return { operation, pathId }
      atPath.push(operation)
    }
    return { error: rejectMethod(atPath), operation: atPath[0] }
  }
}

// A known path with another method is an unsupported operation, and says which methods there are.
function rejectMethod(atPath: readonly Operation[]): ServiceError {
  const [first] = atPath
  if (first === undefined) return new ServiceError('not_found', 'There is no operation at this path.')
  const allowed = atPath.map(({ method }) => method).join(', ')
  return new ServiceError(first.otherMethods ?? 'not_found', `This path supports only ${allowed}.`, {
    headers: { Allow: allowed },
  })
}

function matchSegments(expected: readonly string[], segments: readonly string[]): string | undefined {
  if (expected.length !== segments.length) return undefined
  let pathId = ''
  for (const [index, name] of expected.entries()) {
    const segment = segments[index] ?? ''
    if (name === ':id') pathId = segment
    else if (name !== segment) return undefined
  }
  return pathId
}
