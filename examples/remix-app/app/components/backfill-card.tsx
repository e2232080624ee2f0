import type { RunPage } from '../backfill.server.ts'
import { type BackfillSummary, summarise } from './backfill-summary.ts'
import { Card } from './card.tsx'
import { ShopGrid } from './shop-grid.tsx'
import { StatusBadge } from './status-badge.tsx'
import { type Backfill, type BackfillRun, useBackfill } from './use-backfill.ts'
import { useHydrated } from './use-hydrated.ts'

interface BackfillCardProps {
  readonly pages: readonly RunPage[]
  readonly shops: number
}

/** Runs the backfill, and shows what became of every shop. */
export function BackfillCard({ pages, shops }: BackfillCardProps) {
  const backfill = useBackfill(pages)
  const summary = summarise(backfill.pages, shops)
  // Shops that come while it runs, or after it, belong to no backfill.
  const total = Math.max(shops, 1)
  return (
    <Card
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
      <Failures pages={backfill.pages} />
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
  if (summary.processed === 0) return <StatusBadge tone="neutral">Not run</StatusBadge>
  if (summary.failed > 0) return <StatusBadge tone="warning">Failures</StatusBadge>
  if (summary.isDryRun) return <StatusBadge tone="info">Checked only</StatusBadge>
  return summary.isThrough ? (
    <StatusBadge tone="success">Done</StatusBadge>
  ) : (
    <StatusBadge tone="warning">Partly</StatusBadge>
  )
}

function Buttons({ backfill, summary }: { readonly backfill: Backfill; readonly summary: BackfillSummary }) {
  const { start, stop, isRunning } = backfill
  const isHydrated = useHydrated()
  const canRetry = summary.failed > 0 && !summary.isDryRun
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
      {canRetry && <button {...all}>Run backfill</button>}
      {/* One element under either name: when the last failure is gone, it keeps the focus. */}
      {canRetry ? (
        <button {...toProps({ scope: 'failed', isDryRun: false })} className="primary">
          Retry failures
        </button>
      ) : (
        <button {...all} className="primary">
          Run backfill
        </button>
      )}
      {isRunning && (
        <button type="button" onClick={stop}>
          Stop after this page
        </button>
      )}
    </div>
  )
}

function Failures({ pages }: { readonly pages: readonly RunPage[] }) {
  const failures = pages.flatMap((page) => page.failures)
  if (failures.length === 0) return null
  return (
    <table className="stacking">
      <caption>Failures</caption>
      <thead>
        <tr>
          <th scope="col">Shop</th>
          <th scope="col">Stage</th>
          <th scope="col">HTTP status</th>
        </tr>
      </thead>
      <tbody>
        {failures.map(({ domain, stage, status }) => (
          <tr key={domain}>
            <th scope="row">{domain}</th>
            <td data-label="Stage">{stage === 'shop_read' ? 'reading the shop' : 'identifying'}</td>
            <td data-label="HTTP status">{status ?? 'none'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
