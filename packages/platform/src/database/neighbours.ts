/** How long a workspace counts as a neighbour after its last request. */
const neighbourMs = 1000

/** Who uses the database beside a workspace. */
export interface Neighbours {
  /** Notes a request of a workspace. */
  note(workspaceId: string): void
  /** Whether any other workspace had a request in the last second. */
  has(workspaceId: string): boolean
}

/** Creates the memory of who is there. It holds the last workspace, and the last one before it: that tells of any. */
export function createNeighbours(): Neighbours {
  let last = { workspaceId: '', atMs: Number.NEGATIVE_INFINITY }
  let lastOther = last
  return {
    note(workspaceId) {
      if (workspaceId !== last.workspaceId) lastOther = last
      last = { workspaceId, atMs: performance.now() }
    },
    has(workspaceId) {
      const other = workspaceId === last.workspaceId ? lastOther : last
      return performance.now() - other.atMs < neighbourMs
    },
  }
}
