import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../api.ts'
import { count, formatTime } from '../texts.ts'
import { ShowMore } from './app-list.tsx'
import { ListCard } from './list-card.tsx'
import { Loaded } from './loaded.tsx'
import { SameAs } from './same-as.tsx'

interface SetAsideProps {
  readonly appId: string
  readonly counts: ConsoleResponse<'readSales'>['setAside']
}

/** The rows that imports could not trust, each with why and what to do. */
export function SetAside({ appId, counts }: SetAsideProps) {
  const query = useInfiniteQuery({
    queryKey: ['set-aside', appId],
    queryFn: ({ pageParam }) =>
      call('listSetAside', { query: { appId, ...(pageParam !== null && { after: pageParam }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
  const rows = counts.reduce((sum, one) => sum + one.rows, 0)
  return (
    <Loaded query={query}>
      {({ pages }) => (
        <ListCard
          id="set-aside"
          title={rows === 0 ? 'Set aside' : `Set aside: ${count(rows, 'row')}`}
          empty="Every row was read to the last digit."
          rows={pages.flatMap(({ items }) =>
            items.map((item) => <Item key={`${item.platformId} ${item.reason}`} item={item} />),
          )}
        >
          {rows > 0 && (
            <>
              <Text size="xs" c="dimmed" my="sm">
                A row stays listed after it was corrected and imported: it shows what could not be trusted,
                and when.
              </Text>
              <ShowMore query={query} />
              <SameAs command={`sales set-aside --app ${appId}`} />
            </>
          )}
        </ListCard>
      )}
    </Loaded>
  )
}

/** What the fields of a row are called. */
const fields: Readonly<Record<string, string>> = {
  shopDomain: 'shop',
  chargeId: 'charge',
  billingInterval: 'interval',
  grossCurrency: 'currency',
  netCurrency: 'currency of net',
  collectedAt: 'time',
}

type SetAsideItem = ConsoleResponse<'listSetAside'>['items'][number]

function Item({ item }: { readonly item: SetAsideItem }) {
  const { platformId, because, remedy, copy, createdAt, isSettled } = item
  const reported = Object.entries(copy).filter(([, value]) => value !== null)
  return (
    <li>
      <Text>{because}</Text>
      <Text>{isSettled ? 'Put right since: there is nothing left to do.' : remedy}</Text>
      <Text size="xs" c="dimmed">
        {platformId}, {formatTime(createdAt)}
      </Text>
      {reported.length > 0 && (
        <Text size="xs" c="dimmed">
          {reported
            .map(([name, value]) => `${fields[name] ?? name}: ${value?.replaceAll('_', ' ')}`)
            .join(', ')}
        </Text>
      )}
    </li>
  )
}
