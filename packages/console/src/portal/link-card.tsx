import type { MemberResponse } from '@affiliate-platform/contract/console'
import { Button, Group, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Copy } from '../parts/copy.tsx'

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

interface LinkCardProps {
  readonly link: MemberResponse<'listOwnLinks'>['items'][number]
}

/** A link of a member, to be copied or drawn as a QR code, with what came of it. */
export function LinkCard({ link: { code, path, label, clicks, referrals, paying } }: LinkCardProps) {
  const [isShown, setShown] = useState(false)
  const name = label ?? code
  const url = path === null ? undefined : `${location.origin}${path}`
  return (
    <section className="card" aria-label={`Link ${name}`}>
      <Text fw={600}>{name}</Text>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Text style={{ overflowWrap: 'anywhere' }}>{url ?? `Code ${code}`}</Text>
        <Copy text={url ?? code} of={name} />
      </Group>
      <dl className="places">
        <div>
          <dt>Clicks, last 30 days</dt>
          <dd className="figures">{clicks.toLocaleString('en')}</dd>
        </div>
        <div>
          <dt>Shops that installed</dt>
          <dd className="figures">{referrals.toLocaleString('en')}</dd>
        </div>
        <div>
          <dt>Paying shops</dt>
          <dd className="figures">{paying.toLocaleString('en')}</dd>
        </div>
      </dl>
      {url !== undefined && (
        <Button
          mt="sm"
          variant="default"
          size="compact-sm"
          aria-expanded={isShown}
          aria-label={`QR code of ${name}`}
          onClick={() => setShown(!isShown)}
        >
          QR code
        </Button>
      )}
      <Suspense>{isShown && url !== undefined && <QrCode text={url} name={name} />}</Suspense>
    </section>
  )
}
