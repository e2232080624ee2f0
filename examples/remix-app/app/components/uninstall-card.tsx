import type { Variant } from '../affiliate.server.ts'
import type { UninstallStatus } from '../status.server.ts'
import { Card } from './card.tsx'
import { StatusBadge, type Tone } from './status-badge.tsx'
import { Time } from './time.tsx'

interface UninstallCardProps {
  readonly deliveries: readonly UninstallStatus[]
  readonly variant: Variant
}

const words: Readonly<Record<UninstallStatus['outcome'], readonly [Tone, string]>> = {
  handled: ['success', 'Handled'],
  forwarded: ['success', 'Forwarded'],
  forward_failed: ['warning', 'Not forwarded'],
  reported: ['success', 'Reported'],
  report_failed: ['warning', 'Not reported'],
  duplicate: ['neutral', 'Repeated'],
  superseded: ['neutral', 'Too late'],
  rejected: ['critical', 'Rejected'],
  failed: ['critical', 'Failed'],
}

/** What the uninstall webhook received last, from any shop. */
export function UninstallCard({ deliveries, variant }: UninstallCardProps) {
  const [latest] = deliveries
  const [tone, word] = latest === undefined ? (['neutral', 'None yet'] as const) : words[latest.outcome]
  return (
    <Card id="uninstalls" title="Uninstalls" badge={<StatusBadge tone={tone}>{word}</StatusBadge>}>
      {latest === undefined && <p>No delivery was received yet.</p>}
      <ol className="deliveries">
        {deliveries.map((delivery) => (
          <li key={`${delivery.at} ${delivery.outcome}`}>
            <strong>{delivery.shop || 'Unknown shop'}</strong>
            <span>{describe(delivery)}</span>
            <Time at={delivery.at} />
          </li>
        ))}
      </ol>
      <p className="note">
        {variant === 'identify_at_install'
          ? 'A verified delivery ends the install in the ledger, so that a reinstall counts, and deletes the sessions. No contact is sent.'
          : 'A verified delivery is forwarded first, without a token; then the sessions are deleted.'}
      </p>
    </Card>
  )
}

function describe({ outcome, code, status, receiptId }: UninstallStatus): string {
  switch (outcome) {
    case 'handled':
      return 'Signature verified, sessions deleted, responded with 200.'
    case 'forwarded':
      return `Contact forwarded${receiptId === undefined ? '' : `, receipt ${receiptId}`}.`
    case 'forward_failed':
      return `Not forwarded (${code}${status == null ? '' : `, status ${status}`}). The webhook does not fail for it.`
    case 'reported':
      return 'The affiliate platform knows that the shop has left.'
    case 'report_failed':
      return `Not reported (${code}${status == null ? '' : `, status ${status}`}). The webhook did not wait for it.`
    case 'duplicate':
      return 'The same event was handled before. Nothing was done.'
    case 'superseded':
      return 'The shop has installed again since. Nothing was deleted.'
    case 'rejected':
      return `Sent with ${status} (${code?.replaceAll('_', ' ')}). Nothing was done.`
    case 'failed':
      return 'Sent with 500, so that Shopify delivers again.'
  }
}
