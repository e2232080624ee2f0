import type { RunPage } from '../backfill.server.ts'
import { type BackfillSummary, summarise } from './backfill-summary.ts'
import { Card } from './card.tsx'
import { ShopGrid } from './shop-grid.tsx'
import { StatusBadge } from './status-badge.tsx'
import { type Backfill, useBackfill } from './use-backfill.ts'
import { useHydrated } from './use-hydrated.ts'

interface BackfillCardProps {
  readonly pages: readonly RunPage[]
  readonly shops: number
}

/** Runs the backfill, and shows what became of every shop. */
export function BackfillCard({ pages, shops }: BackfillCardProps) {
  const backfill = useBackfill(pages)
  const summary = summarise(backfill.pages, shops)
  return (
    <Card
      title="Backfill"
      size="wide"
      badge={<BackfillBadge summary={summary} isRunning={backfill.isRunning} />}
    >
      <p>For the shops that had the app before. Run it off-peak, once, then delete its route.</p>
      <Buttons backfill={backfill} summary={summary} />
      <progress max={Math.max(shops, 1)} value={summary.processed} aria-label="Shops done" />
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
  const isOff = isRunning || !isHydrated
  const canRetry = summary.failed > 0 && !summary.isDryRun
  return (
    <div className="buttons">
      <button type="button" disabled={isOff} onClick={() => start({ scope: 'all', isDryRun: true })}>
        Check without sending
      </button>
      <button
        type="button"
        className={canRetry ? undefined : 'primary'}
        disabled={isOff}
        onClick={() => start({ scope: 'all', isDryRun: false })}
      >
        Run backfill
      </button>
      {canRetry && (
        <button
          type="button"
          className="primary"
          disabled={isOff}
          onClick={() => start({ scope: 'failed', isDryRun: false })}
        >
          Retry failures
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
