import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, Button, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../api.ts'
import { ShowMore } from '../parts/app-list.tsx'
import { DownloadProgress } from '../parts/download-csv.tsx'
import { Failure, Loaded } from '../parts/loaded.tsx'
import { Screen } from '../parts/screen.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { useDownload } from '../parts/use-download.ts'
import { formatTime, type State } from '../texts.ts'

type Page = ConsoleResponse<'listDownloads'>
type Item = Page['items'][number]

const lists = {
  members: { name: 'Members', path: '/members', operation: 'downloadMembers' },
  payouts: { name: 'Payouts', path: '/payouts/all', operation: 'downloadPayouts' },
  commissions: { name: 'Commissions', path: '/commissions', operation: 'downloadCommissions' },
  referrals: { name: 'Referrals', path: '/referrals', operation: 'downloadReferrals' },
} as const

const states: Readonly<Record<Item['state'], State>> = {
  running: { mark: '◔', name: 'Running', tone: 'waits' },
  whole: { mark: '✓', name: 'Complete', tone: 'done' },
  cut_off: { mark: '⚠', name: 'Cut off', tone: 'wrong' },
}

const lookAgainMs = 2000

/** What was downloaded of lists, and by whom, with what is under way. */
export function Downloads() {
  const query = useInfiniteQuery({
    queryKey: ['downloads'],
    queryFn: ({ pageParam: after }) => call('listDownloads', { query: after === '' ? {} : { after } }),
    initialPageParam: '',
    getNextPageParam: ({ next }: Page) => next,
    // Rows that are sent wake nobody: while some are, they are asked for.
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(({ state }) => state === 'running')) ? lookAgainMs : false,
  })
  return (
    <Screen title="Downloads">
      <Loaded query={query}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          if (items.length === 0) {
            return (
              <Text c="dimmed">
                Nothing was downloaded yet. Download CSV stands below{' '}
                <Anchor component={Link} to="/members" underline="always">
                  members
                </Anchor>
                , payouts, commissions and referrals.
              </Text>
            )
          }
          return (
            <Stack gap="md">
              <Rows items={items} />
              <ShowMore query={query} name="Show older downloads" />
            </Stack>
          )
        }}
      </Loaded>
    </Screen>
  )
}

function Rows({ items }: Pick<Page, 'items'>) {
  return (
    <div className="card" style={{ padding: 0, overflowX: 'auto' }}>
      <Table className="cards">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>List</Table.Th>
            <Table.Th>By</Table.Th>
            <Table.Th>Started</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th className="figures">Rows</Table.Th>
            <Table.Th>
              <VisuallyHidden>Once more</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <Row key={item.id} item={item} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function Row({ item: { list, filters, by, startedAt, endedAt, rows, state } }: { readonly item: Item }) {
  const { name, path } = lists[list]
  const filterText = describeFilters(filters)
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to={filters === null ? path : `${path}?${new URLSearchParams(filters)}`}>
          {name}
        </Anchor>
        {filterText !== '' && (
          <Text size="xs" c="dimmed">
            {filterText}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label="By">
        <bdi>{by}</bdi>
      </Table.Td>
      <Table.Td data-label="Started">{formatTime(startedAt)}</Table.Td>
      <Table.Td data-label="State">
        <Stack gap={2} align="start">
          <StateBadge state={states[state]} />
          {endedAt !== null && (
            <Text size="xs" c="dimmed">
              {formatTime(endedAt)}
            </Text>
          )}
        </Stack>
      </Table.Td>
      <Table.Td className="figures" data-label="Rows">
        {rows.toLocaleString('en')}
      </Table.Td>
      <Table.Td className="within">{filters !== null && <Again list={list} filters={filters} />}</Table.Td>
    </Table.Tr>
  )
}

interface Repeated {
  readonly list: Item['list']
  readonly filters: NonNullable<Item['filters']>
}

function Again({ list, filters }: Repeated) {
  const { act, cancel, progress } = useDownload(lists[list].operation, `${list}.csv`, filters)
  return (
    <>
      {act.isPending ? (
        <DownloadProgress cancel={cancel} progress={progress} />
      ) : (
        <Button variant="default" size="compact-sm" onClick={() => act.mutate()}>
          Download again
        </Button>
      )}
      {act.error !== null && <Failure error={act.error} />}
    </>
  )
}

/** Which rows, as far as words say it: the app and the member are in the address. */
function describeFilters(filters: Item['filters']): string {
  if (filters === null) return 'the filters are forgotten after 30 days'
  const { status, search, currency, membershipId } = filters
  return [
    status?.replaceAll('_', ' '),
    currency,
    search === undefined ? undefined : `“${search}”`,
    membershipId === undefined ? undefined : 'of one member',
  ]
    .filter((part) => part !== undefined)
    .join(', ')
}
