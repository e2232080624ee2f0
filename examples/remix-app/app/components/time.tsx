/** A moment in UTC, written alike on server and client. */
export function Time({ at }: { readonly at: string }) {
  return (
    <time dateTime={at}>
      {at.slice(0, 10)} {at.slice(11, 19)} UTC
    </time>
  )
}
