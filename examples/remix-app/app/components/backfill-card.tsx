import type { BackfillState } from '../backfill.server.ts'
import { BackfillFailures } from './backfill-failures.tsx'
import { type BackfillSummary, summarise } from './backfill-summary.ts'
import { Card } from './card.tsx'
import { ShopGrid } from './shop-grid.tsx'
import { StatusBadge } from './status-badge.tsx'
import { type Backfill, type BackfillRun, useBackfill } from './use-backfill.ts'
import { useHydrated } from './use-hydrated.ts'

interface BackfillCardProps {
  readonly state: BackfillState
  readonly shops: number
}

/** Runs the backfill, and shows what became of every shop. */
export function BackfillCard({ state, shops }: BackfillCardProps) {
  const backfill = useBackfill(state)
  const summary = summarise(backfill, shops)
  // Shops that come while it runs, or after it, belong to no backfill.
  const total = Math.max(shops, 1)
  return (
    <Card
      id="backfill"
      title="Backfill"
      size="wide"
      badge={<BackfillBadge summary={summary} isRunning={backfill.isRunning} />}
    >
      <p>For the shops that had the app before. Run it off-peak, once, then delete its route.</p>
      <Buttons backfill={backfill} summary={summary} />
      <progress max={total} value={summary.isThrough ? total : summary.processed} aria-label="Shops done" />
      <p className="verdict" role="status">
        {backfill.fault ?? summary.verdict}
      </p>
      <ShopGrid pages={backfill.pages} shops={shops} />
      <Legend />
      <BackfillFailures pages={backfill.pages} />
    </Card>
  )
}

const legend = [
  ['sent', '✓', 'sent'],
  ['skipped', '–', 'skipped: its record cannot be read any more'],
  ['failed', '✕', 'failed: to be retried'],
] as const

function Legend() {
  return (
    <ul className="legend note">
      {legend.map(([outcome, mark, meaning]) => (
        <li key={outcome}>
          <span className="cell" data-outcome={outcome} aria-hidden="true">
            {mark}
          </span>
          {meaning}
        </li>
      ))}
    </ul>
  )
}

function BackfillBadge({
  summary,
  isRunning,
}: {
  readonly summary: BackfillSummary
  readonly isRunning: boolean
}) {
  if (isRunning) return <StatusBadge tone="info">Running</StatusBadge>
  if (summary.resumeOffset !== null) return <StatusBadge tone="warning">Interrupted</StatusBadge>
  if (summary.processed === 0) return <StatusBadge tone="neutral">Not run</StatusBadge>
  if (summary.failed > 0) return <StatusBadge tone="warning">Failures</StatusBadge>
  if (summary.isDryRun) return <StatusBadge tone="info">Checked only</StatusBadge>
  return <StatusBadge tone="success">Done</StatusBadge>
}

function Buttons({ backfill, summary }: { readonly backfill: Backfill; readonly summary: BackfillSummary }) {
  const { start, stop, isRunning, isDriven } = backfill
  const isHydrated = useHydrated()
  const canResume = summary.resumeOffset !== null && !isRunning
  const canRetry = !canResume && summary.failed > 0 && !summary.isDryRun
  const { isDryRun } = summary
  // Only said to be disabled while a run is under way: a button that is really disabled loses the keyboard's focus.
  const toProps = (run: BackfillRun) =>
    ({
      type: 'button',
      disabled: !isHydrated,
      'aria-disabled': isRunning,
      onClick: () => {
        if (!isRunning) start(run)
      },
    }) as const
  const all = toProps({ scope: 'all', isDryRun: false })
  return (
    <div className="buttons">
      <button {...toProps({ scope: 'all', isDryRun: true })}>Check without sending</button>
      {(canRetry || canResume) && <button {...all}>Run backfill</button>}
      {/* One element under each name: when the last failure is gone, it keeps the focus. */}
      <button
        {...(canRetry || canResume
          ? toProps({ scope: canResume ? 'rest' : 'failed', isDryRun: canResume && isDryRun })
          : all)}
        className="primary"
      >
        {canResume ? 'Resume' : canRetry ? 'Retry failures' : 'Run backfill'}
      </button>
      {isDriven && (
        <button type="button" onClick={stop}>
          Stop after this page
        </button>
      )}
    </div>
  )
}
