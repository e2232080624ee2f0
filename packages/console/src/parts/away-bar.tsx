import { useLive } from '../live.ts'
import { formatClock } from '../texts.ts'

/** Keeps the screens up to date, and says why that cannot be done. What was typed stays. */
export function AwayBar({ hasEnded }: { readonly hasEnded: boolean }) {
  const since = useLive()
  return (
    <div role="status">
      {hasEnded && (
        <p className="away">
          Your session has ended. What you see and have typed stays here.{' '}
          <a href="/console/sign-in" target="_blank" rel="noreferrer">
            Sign in again
          </a>{' '}
          in another window, then go on.
        </p>
      )}
      {since !== undefined && !hasEnded && (
        <p className="away">Not connected since {formatClock(since)}. What you see may be old.</p>
      )}
    </div>
  )
}
