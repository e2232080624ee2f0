/** Writes an instant in UTC, with milliseconds only where there are some: `2026-03-03T00:00:00Z`. */
export function formatInstant(instantMs: number): string {
  return new Date(instantMs).toISOString().replace('.000Z', 'Z')
}
