/** `Did you mean …?` for a word that is none of those that are known; empty where none is near. */
export function suggest(word: string, known: readonly string[]): string {
  const nearest = findNearest(word, known)
  return nearest === undefined ? '' : `Did you mean ${nearest}?`
}

/** The one of those that are known that is nearest to a word; undefined where none is near. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((candidate) => ({
      candidate,
      distance: measureDistance(word.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(
      ({ candidate: { length }, distance }) => distance <= Math.min(Math.max(2, length / 4), length / 2),
    )
    .sort((a, b) => a.distance - b.distance)
  return nearest?.candidate
}

/** Letters to add, take away, replace or swap (Damerau-Levenshtein, adjacent swaps). */
function measureDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          (rows[i - 1]?.[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (rows[i - 1]?.[j - 1] ?? 0) + cost,
          isSwap ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 0
}
