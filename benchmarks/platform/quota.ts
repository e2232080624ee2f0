/** What is left of a credential's window. */
export interface QuotaWindow {
  readonly requestsMax: number
  readonly remaining: number
  readonly resetMs: number
}

/** The row that the quota's statements return. */
export interface QuotaRow {
  readonly admitted: number
  readonly oldest_age_ms: string | null
}

/** The real limit of the interface: the load uses many keys, so that windows are as long as they really are. */
export const requestsMax = 120

const windowMs = 60_000

/** Reads the row of an admitted request. */
export function toWindow({ admitted, oldest_age_ms }: QuotaRow): QuotaWindow {
  return { requestsMax, remaining: requestsMax - admitted, resetMs: windowMs - Number(oldest_age_ms) }
}

/** How long a full window stays full. */
export function toWaitMs(row: QuotaRow | undefined): number {
  return windowMs - Number(row?.oldest_age_ms ?? windowMs)
}

/** The `RateLimit` headers. */
export function quotaHeaders({ requestsMax, remaining, resetMs }: QuotaWindow) {
  const seconds = Math.max(1, Math.ceil(resetMs / 1000))
  return {
    'RateLimit-Policy': `"credential";q=${requestsMax};w=60`,
    RateLimit: `"credential";r=${remaining};t=${seconds}`,
  }
}

/** Remembers in the process which credentials are over their quota, so that they cost no statement. */
export function createClosedWindows() {
  const closedUntilMs = new Map<string, number>()
  return {
    waitMs(lineageId: string): number {
      return Math.max(0, (closedUntilMs.get(lineageId) ?? 0) - performance.now())
    },
    close(lineageId: string, waitMs: number): void {
      closedUntilMs.set(lineageId, performance.now() + waitMs)
    },
  }
}

/** The process's memory of windows that are full. */
export type ClosedWindows = ReturnType<typeof createClosedWindows>
