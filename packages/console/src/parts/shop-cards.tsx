import { type ConsoleResponse, saleKindNames } from '@affiliate-platform/contract/console'
import { Anchor, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import { formatSaleAmount } from '../money.ts'
import { formatDay, formatTime } from '../texts.ts'
import { ListCard } from './list-card.tsx'

type ShopData = ConsoleResponse<'readShop'>

export function LatestSales({ shop: { shop, sales, latestSales } }: { readonly shop: ShopData }) {
  return (
    <ListCard
      id="sales"
      title={sales > latestSales.length ? `Sales: the latest of ${sales.toLocaleString('en')}` : 'Sales'}
      empty="None are known. Sales of shops that nobody has referred are not imported."
      rows={latestSales.map(({ platformId, kind, gross, collectedAt, skipped }) => (
        <li key={platformId}>
          <Group justify="space-between" wrap="nowrap">
            <Text>{saleKindNames[kind] ?? (gross.startsWith('-') ? 'a refund' : kind)}</Text>
            <Text className="figures">{formatSaleAmount(gross)}</Text>
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
    </ListCard>
  )
}

/** What the app has told of the shop. */
export function Receipts({ receipts }: Pick<ShopData, 'receipts'>) {
  return (
    <ListCard
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
