import { Await } from '@remix-run/react'
import { Suspense, useId, useState } from 'react'
import type { Variant } from '../affiliate.server.ts'
import type { ContactPreview } from '../preview.server.ts'
import { Card } from './card.tsx'
import { StatusBadge } from './status-badge.tsx'

/** What is known besides the contact. */
export interface PreviewFacts {
  readonly shop: string
  readonly appId: string
  readonly readsContact: boolean
}

interface PreviewCardProps {
  readonly contact: Promise<ContactPreview | null>
  readonly facts: PreviewFacts
  readonly variant: Variant
}

/** What is sent about this shop, shown before it is sent. */
export function PreviewCard({ contact, facts, variant }: PreviewCardProps) {
  const [shown, setShown] = useState(variant)
  const name = useId()
  const other = (value: Variant, label: string) => (
    <label>
      <input type="radio" name={name} checked={shown === value} onChange={() => setShown(value)} />
      {label}
      {value === variant && ' (chosen)'}
    </label>
  )
  return (
    <Card id="preview" title="What would be sent" size="tall">
      <fieldset className="switch">
        <legend className="visually-hidden">Variant to show</legend>
        {other('identify_at_install', 'At install')}
        {other('forward_uninstalls', 'At uninstall')}
      </fieldset>
      <Suspense fallback={<p>Asking Shopify …</p>}>
        <Await resolve={contact}>
          {(found) => <PreviewTable rows={listRows(found, facts, shown)} variant={shown} />}
        </Await>
      </Suspense>
    </Card>
  )
}

interface PreviewRow {
  readonly field: string
  /** Null for what is not sent. */
  readonly value: string | null
}

function listRows(
  contact: ContactPreview | null,
  facts: PreviewFacts,
  variant: Variant,
): readonly PreviewRow[] {
  const atInstall = variant === 'identify_at_install'
  const sendsToken = atInstall && !facts.readsContact
  const field = (name: keyof ContactPreview) => ({
    field: name,
    value: sendsToken ? null : (contact?.[name] ?? 'could not be read'),
  })
  return [
    { field: 'myshopifyDomain', value: facts.shop },
    { field: 'appId', value: atInstall ? facts.appId : null },
    field('email'),
    field('ownerName'),
    field('country'),
    field('shopifyPlan'),
    { field: 'accessToken', value: sendsToken ? 'used once, then discarded; never shown' : null },
    { field: 'phone', value: null },
  ]
}

function PreviewTable({
  rows,
  variant,
}: {
  readonly rows: readonly PreviewRow[]
  readonly variant: Variant
}) {
  const caption = variant === 'identify_at_install' ? 'Once per install' : 'Once per uninstall'
  return (
    <table className="preview">
      <caption>{caption}, for this shop</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ field, value }) => (
          <tr key={field} data-off={value === null}>
            <th scope="row">
              <code>{field}</code>
            </th>
            <td>
              {value === null ? (
                <StatusBadge tone="neutral">{field === 'phone' ? 'Off: not sent' : 'Not sent'}</StatusBadge>
              ) : (
                <bdi>{value}</bdi>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
