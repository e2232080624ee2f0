import { type Operation, type OperationId, operations } from '@affiliate-platform/contract'

/** What a path stands for. */
export interface FakeRoute {
  readonly operation: Operation & { readonly id: OperationId }
  /** The text in place of `:id`; empty when the path has none. */
  readonly recordId: string
}

/**
 * Finds the operation of a path below the base URL, whatever the method.
 *
 * @returns undefined for an unknown path
 */
export function findRoute(path: string): FakeRoute | undefined {
  for (const operation of Object.values(operations)) {
    const match = new RegExp(`^${operation.path.replace(':id', '([^/]+)')}$`).exec(path)
    if (match !== null) return { operation, recordId: decodeURIComponent(match[1] ?? '') }
  }
  return undefined
}
