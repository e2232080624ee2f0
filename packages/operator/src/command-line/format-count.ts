/** A number of things as people read it: `1 page`, `2 pages`. */
export function formatCount(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}
