/** What is ordered by time and, at the same instant, by id. */
interface Ordered {
  readonly collectedAtMs: number
  readonly platformId: string
}

/** Compares texts by their code units, the same everywhere. In SQL it is `COLLATE "C"`. */
export function byText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Earliest first, then by id. */
export function earliestFirst(a: Ordered, b: Ordered): number {
  return a.collectedAtMs - b.collectedAtMs || byText(a.platformId, b.platformId)
}

/** Latest first, then by id: at one instant the ids ascend here too. */
export function latestFirst(a: Ordered, b: Ordered): number {
  return b.collectedAtMs - a.collectedAtMs || byText(a.platformId, b.platformId)
}
