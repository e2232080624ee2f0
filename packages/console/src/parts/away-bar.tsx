import { useLive } from '../live.ts'
import { formatClock } from '../texts.ts'

/** Keeps the screens up to date, and says since when that cannot be done. */
export function AwayBar() {
  const since = useLive()
  return (
    <div role="status">
      {since !== undefined && (
        <p className="away">Not connected since {formatClock(since)}. What you see may be old.</p>
      )}
    </div>
  )
}
