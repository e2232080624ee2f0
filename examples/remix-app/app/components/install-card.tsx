import type { Variant } from '../affiliate.server.ts'
import type { InstallStatus } from '../status.server.ts'
import { Card } from './card.tsx'
import { StatusBadge } from './status-badge.tsx'
import { Time } from './time.tsx'
import { useInstallStatus } from './use-install-status.ts'

interface InstallCardProps {
  readonly install: InstallStatus
  readonly variant: Variant
}

/** What became of this shop's install. */
export function InstallCard({ install, variant }: InstallCardProps) {
  const { status, isAsking } = useInstallStatus(install)
  return (
    <Card id="install" title="Install" badge={<InstallBadge status={status} />}>
      <div aria-live="polite">
        <InstallText status={status} isAsking={isAsking} />
      </div>
      <p className="note">
        Chosen variant:{' '}
        <strong>{variant === 'identify_at_install' ? 'identify at install' : 'forward uninstalls'}</strong>.
        Choose one: with both, each shop is sent twice.
      </p>
    </Card>
  )
}

function InstallBadge({ status }: { readonly status: InstallStatus }) {
  if (status.state === 'identified') return <StatusBadge tone="success">Identified once</StatusBadge>
  if (status.state === 'failed') return <StatusBadge tone="warning">Not identified yet</StatusBadge>
  if (status.state === 'waiting') return <StatusBadge tone="info">Being identified</StatusBadge>
  return <StatusBadge tone="neutral">Not used</StatusBadge>
}

function InstallText({ status, isAsking }: { readonly status: InstallStatus; readonly isAsking: boolean }) {
  switch (status.state) {
    case 'not_used':
      return <p>Nothing is sent at install. The shop is identified when it leaves.</p>
    case 'waiting':
      return isAsking ? (
        <p>The app calls the affiliate platform in the background. This page did not wait for it.</p>
      ) : (
        <p>Nothing was sent yet. Shopify runs the hook with the next access token, within the hour.</p>
      )
    case 'failed':
      return (
        <p>
          <Time at={status.at} />: the attempt failed ({status.stage}, <code>{status.code}</code>). The
          merchant noticed nothing. It is sent again when this shop, or any other, gets its next access token.
        </p>
      )
    case 'identified':
      return <Identified status={status} />
  }
}

function Identified({ status }: { readonly status: Extract<InstallStatus, { state: 'identified' }> }) {
  const { at, receiptId, contact, uninstallWatch, renewals } = status
  return (
    <dl className="facts">
      <dt>Identified</dt>
      <dd>
        <Time at={at} />
      </dd>
      <dt>Receipt</dt>
      <dd>
        <code>{receiptId ?? 'none'}</code>
      </dd>
      <dt>Contact</dt>
      <dd>
        {contact === 'read'
          ? 'read by the platform with a token, then discarded'
          : 'sent by the app, no token'}
      </dd>
      <dt>Uninstall watch</dt>
      <dd>{uninstallWatch === undefined ? 'not told' : uninstallWatch.replaceAll('_', ' ')}</dd>
      <dt>New tokens since</dt>
      <dd>
        {renewals}
        {renewals > 0 && ', and nothing was sent again'}
      </dd>
    </dl>
  )
}
