import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import {
  Anchor,
  Button,
  Group,
  NativeSelect,
  SegmentedControl,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { formatMoney } from '../money.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Screen } from '../parts/screen.tsx'
import { CommissionBadge } from '../parts/state-badge.tsx'
import { WhyDrawer } from '../parts/why-drawer.tsx'
import { commissionStates, describeOrigin, formatDay } from '../texts.ts'

type Page = ConsoleResponse<'searchCommissions'>

const filters = ['appId', 'membershipId', 'status', 'search'] as const

/** What members have earned, sale by sale, each amount with its reason. */
export function Commissions() {
  const [search, setSearch] = useSearchParams()
  const asked = Object.fromEntries(
    filters.flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? '']] : [])),
  )
  const query = useInfiniteQuery({
    queryKey: ['commissions', asked],
    queryFn: ({ pageParam }) =>
      call('searchCommissions', { query: { ...asked, ...(pageParam !== null && { cursor: pageParam }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const ask = (name: (typeof filters)[number], value: string) => {
    if (value === '') search.delete(name)
    else search.set(name, value)
    setSearch(search, { replace: true })
  }
  const first = query.data?.pages[0]
  const member = search.has('membershipId') ? first?.items[0]?.member : undefined
  return (
    <Screen title={member === undefined ? 'Commissions' : `Commissions of ${member.name}`}>
      <Group gap="sm">
        {first !== undefined && first.apps.length > 1 && !search.has('membershipId') && (
          <NativeSelect
            aria-label="App"
            data={first.apps.map(({ id, name }) => ({ value: id, label: name }))}
            value={first.appId ?? ''}
            onChange={({ currentTarget: { value } }) => ask('appId', value)}
          />
        )}
        <SegmentedControl
          value={search.get('status') ?? ''}
          onChange={(status) => ask('status', status)}
          data={[
            { value: '', label: 'All' },
            ...Object.entries(commissionStates).map(([value, { name }]) => ({ value, label: name })),
          ]}
        />
        <Finder value={search.get('search') ?? ''} find={(value) => ask('search', value)} />
      </Group>
      <Loaded query={query}>
        {({ pages }) => (
          <>
            <Rows items={pages.flatMap(({ items }) => items)} isWhole={!query.hasNextPage} />
            {query.hasNextPage && (
              <Button
                variant="default"
                style={{ alignSelf: 'center' }}
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Show more
              </Button>
            )}
          </>
        )}
      </Loaded>
      <WhyDrawer />
    </Screen>
  )
}

interface FinderProps {
  readonly value: string
  readonly find: (value: string) => void
}

function Finder({ value, find }: FinderProps) {
  const [typed, setTyped] = useState(value)
  return (
    <Group
      component="form"
      gap="xs"
      wrap="nowrap"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        find(typed.trim())
      }}
    >
      <TextInput
        aria-label="Find by shop or member"
        placeholder="Shop or member"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" variant="default">
        Find
      </Button>
    </Group>
  )
}

function Rows({ items, isWhole }: Pick<Page, 'items'> & { readonly isWhole: boolean }) {
  const [search, setSearch] = useSearchParams()
  if (items.length === 0) {
    const none = isWhole
      ? 'No commission is like that.'
      : 'None of the latest is like that. Show more to look on.'
    return <Text c="dimmed">{none}</Text>
  }
  const ask = (id: string) => {
    search.set('why', id)
    setSearch(search)
  }
  return (
    <div className="card" style={{ padding: 0, overflowX: 'auto' }}>
      <Table className="cards">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Member</Table.Th>
            <Table.Th>Shop</Table.Th>
            <Table.Th>For</Table.Th>
            <Table.Th>Earned</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th className="figures">Amount</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map(
            ({ id, member, shop, entry, saleKind, amount, status, accruedAt, availableAt, payoutId }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <Anchor component={Link} to={`/members/${member.id}`}>
                    <bdi>{member.name}</bdi>
                  </Anchor>
                </Table.Td>
                <Table.Td data-label="Shop" style={{ overflowWrap: 'anywhere' }}>
                  {shop ?? 'No shop'}
                </Table.Td>
                <Table.Td data-label="For">{describeOrigin({ entry, saleKind, shop })}</Table.Td>
                <Table.Td data-label="Earned">{formatDay(accruedAt)}</Table.Td>
                <Table.Td data-label="State">
                  <Stack gap={2} align="start">
                    <CommissionBadge status={status} />
                    {status === 'held' && (
                      <Text size="xs" c="dimmed">
                        until {formatDay(availableAt)}
                      </Text>
                    )}
                    {payoutId !== null && (
                      <Anchor component={Link} to={`/payouts/${payoutId}`} size="xs">
                        Its payout
                      </Anchor>
                    )}
                  </Stack>
                </Table.Td>
                <Table.Td className="figures" data-label="Amount">
                  <button
                    type="button"
                    className="door"
                    aria-label={`Why ${formatMoney(amount)}?`}
                    onClick={() => ask(id)}
                  >
                    {formatMoney(amount)}
                  </button>
                </Table.Td>
              </Table.Tr>
            ),
          )}
        </Table.Tbody>
      </Table>
    </div>
  )
}
