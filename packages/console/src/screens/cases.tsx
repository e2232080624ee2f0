import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, SegmentedControl, Stack, Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { caseKindTexts, describeWait, saidNames } from '../case-texts.ts'
import { AmountDoors } from '../parts/amount-door.tsx'
import { ShowMore } from '../parts/app-list.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { SameAs } from '../parts/same-as.tsx'
import { Screen } from '../parts/screen.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { formatDay } from '../texts.ts'

type Item = ConsoleResponse<'listCases'>['items'][number]
type State = 'open' | 'decided'

/** The shops of which somebody has to decide who referred them, and those that were decided. */
export function Cases() {
  const [search, setSearch] = useSearchParams()
  const state: State = search.get('state') === 'decided' ? 'decided' : 'open'
  const query = useInfiniteQuery({
    queryKey: ['cases', state],
    queryFn: ({ pageParam }) =>
      call('listCases', { query: { state, ...(pageParam !== null && { after: pageParam }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
  const openCases = query.data?.pages.at(-1)?.openCases
  return (
    <Screen title="Cases">
      <Text c="dimmed">Shops where someone has to decide who referred them.</Text>
      <SegmentedControl
        value={state}
        onChange={(next) => setSearch(next === 'open' ? {} : { state: next }, { replace: true })}
        data={[
          { value: 'open', label: openCases === undefined ? 'Open' : `Open ${openCases}` },
          { value: 'decided', label: 'Decided' },
        ]}
        style={{ alignSelf: 'start' }}
      />
      <Loaded query={query}>
        {({ pages }) => (
          <Stack gap="md">
            <Rows items={pages.flatMap(({ items }) => items)} state={state} />
            <ShowMore query={query} />
            <SameAs command={state === 'open' ? 'attribution cases' : 'attribution cases --all'} />
          </Stack>
        )}
      </Loaded>
    </Screen>
  )
}

function Rows({ items, state }: { readonly items: readonly Item[]; readonly state: State }) {
  if (items.length === 0) {
    return <Text c="dimmed">{state === 'open' ? 'Nothing to decide.' : 'No case has been decided yet.'}</Text>
  }
  return (
    <div className="card" style={{ padding: 0, overflowX: 'auto' }}>
      <Table className="cards">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Shop</Table.Th>
            <Table.Th>Case</Table.Th>
            <Table.Th>Member</Table.Th>
            {state === 'open' ? (
              <>
                <Table.Th>Waiting</Table.Th>
                <Table.Th className="figures">At stake</Table.Th>
              </>
            ) : (
              <Table.Th>Decision</Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <Table.Tr key={item.id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Anchor component={Link} to={`/cases/${item.id}`}>
                  {item.shop}
                </Anchor>
              </Table.Td>
              <Table.Td data-label="Case">
                <StateBadge state={caseKindTexts[item.kind]} />
              </Table.Td>
              <Table.Td data-label="Member">
                <bdi>{item.member.name}</bdi>
              </Table.Td>
              {item.decision === null ? <Waiting item={item} /> : <Decided decision={item.decision} />}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function Waiting({ item: { id, openedAt, stake, areSalesRead } }: { readonly item: Item }) {
  const none = areSalesRead ? 'Nothing yet' : 'Not known yet'
  return (
    <>
      <Table.Td data-label="Waiting">
        <span title={formatDay(openedAt)}>{describeWait(openedAt)}</span>
      </Table.Td>
      <Table.Td className="figures" data-label="At stake">
        {stake.length === 0 ? (
          <Text span c="dimmed">
            {none}
          </Text>
        ) : (
          <AmountDoors amounts={stake} toDoor={() => `/cases/${id}`} />
        )}
      </Table.Td>
    </>
  )
}

function Decided({ decision }: { readonly decision: NonNullable<Item['decision']> }) {
  return (
    <Table.Td data-label="Decision" className="within">
      <Text>
        {saidNames[decision.answer]}: {decision.reason}
      </Text>
      <Text size="xs" c="dimmed">
        {decision.by}, {formatDay(decision.at)}
      </Text>
    </Table.Td>
  )
}
