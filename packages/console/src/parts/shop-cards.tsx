import { type ConsoleResponse, saleKindNames } from '@affiliate-platform/contract/console'
import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatTold } from '../money.ts'
import { formatDay, formatTime } from '../texts.ts'

type ShopData = ConsoleResponse<'readShop'>

interface CardProps {
  readonly id: string
  readonly title: string
  /** What stands there where there is nothing. */
  readonly empty: string
  readonly rows: readonly ReactNode[]
  readonly children?: ReactNode
}

export function Card({ id, title, empty, rows, children }: CardProps) {
  return (
    <section className="card" aria-labelledby={id}>
      <Title order={2} size={16} id={id} mb="sm">
        {title}
      </Title>
      {rows.length === 0 ? (
        <Text c="dimmed">{empty}</Text>
      ) : (
        <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none', overflowWrap: 'anywhere' }}>
          {rows}
        </Stack>
      )}
      {children}
    </section>
  )
}

export function Sales({ shop: { shop, sales, latestSales } }: { readonly shop: ShopData }) {
  return (
    <Card
      id="sales"
      title={sales > latestSales.length ? `Sales: the latest of ${sales.toLocaleString('en')}` : 'Sales'}
      empty="None are known. Sales of shops that nobody has referred are not imported."
      rows={latestSales.map(({ platformId, kind, gross, collectedAt, skipped }) => (
        <li key={platformId}>
          <Group justify="space-between" wrap="nowrap">
            <Text>{saleKindNames[kind] ?? (gross.startsWith('-') ? 'a refund' : kind)}</Text>
            <Text className="figures">{formatTold(gross)}</Text>
          </Group>
          <Text size="xs" c="dimmed">
            {formatDay(collectedAt)}
            {skipped !== null && `, earns nothing: ${skipped.replaceAll('_', ' ')}`}
          </Text>
        </li>
      ))}
    >
      {sales > 0 && (
        <Anchor component={Link} to={`/commissions?search=${encodeURIComponent(shop)}`} underline="always">
          All commissions of this shop
        </Anchor>
      )}
    </Card>
  )
}

/** What the app has told of the shop. */
export function Receipts({ receipts }: Pick<ShopData, 'receipts'>) {
  return (
    <Card
      id="receipts"
      title="Identify calls"
      empty="None."
      rows={receipts.map(({ id, sent, outcome, requestId, isErased, at }) => (
        <li key={id}>
          <Text>
            {outcome.replaceAll('_', ' ')}
            {isErased && ', erased since'}
          </Text>
          <Text size="xs" c="dimmed">
            {formatTime(at)}, {sent.replaceAll('_', ' ')} sent, request {requestId}
          </Text>
        </li>
      ))}
    />
  )
}
