/** An instant that a caller sent. Before 1970 and after 9998 nothing happened, and Postgres need not understand the text. */
export function toDate(instant: string): Date
export function toDate(instant: string | undefined): Date | undefined
export function toDate(instant: string | undefined): Date | undefined {
  return instant === undefined
    ? undefined
    : new Date(Math.min(Math.max(Date.parse(instant), 0), Date.UTC(9999)))
}
