import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, SegmentedControl, Stack, Table, Text } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { formatMoney, sumByCurrency } from '../money.ts'
import { AmountDoor } from '../parts/amount-door.tsx'
import { AppList, useAppList } from '../parts/app-list.tsx'
import { Screen } from '../parts/screen.tsx'
import { CommissionBadge } from '../parts/state-badge.tsx'
import { WhyDrawer } from '../parts/why-drawer.tsx'
import { commissionStates, count, describeOrigin, formatDay } from '../texts.ts'

type Page = ConsoleResponse<'searchCommissions'>

/** What members have earned, sale by sale, each amount with its reason. */
export function Commissions() {
  const list = useAppList('commissions', ['membershipId', 'currency', 'status', 'search'], (query) =>
    call('searchCommissions', { query }),
  )
  const { asked, ask, query } = list
  const member = asked['membershipId'] && !query.isPlaceholderData && query.data?.pages[0]?.items[0]?.member
  return (
    <Screen title={member ? `Commissions of ${member.name}` : 'Commissions'}>
      <AppList
        list={list}
        found="Shop or member"
        file={{ operation: 'downloadCommissions', fileName: 'commissions.csv', command: 'commissions list' }}
        rows={(pages, isWhole) => {
          const items = pages.flatMap((page) => page.items)
          return (
            <>
              <Shown items={items} currency={asked['currency']} isWhole={isWhole} />
              <Rows items={items} isWhole={isWhole} />
            </>
          )
        }}
      >
        <SegmentedControl
          value={asked['status'] ?? ''}
          onChange={(status) => ask('status', status)}
          data={[
            { value: '', label: 'All' },
            ...Object.entries(commissionStates).map(([value, { name }]) => ({ value, label: name })),
          ]}
        />
      </AppList>
      <WhyDrawer />
    </Screen>
  )
}

interface ShownProps extends Pick<Page, 'items'> {
  readonly currency: string | undefined
  readonly isWhole: boolean
}

/** How many are shown, what they come to, and of which amount, where they were opened from one. */
function Shown({ items, currency, isWhole }: ShownProps) {
  const [search] = useSearchParams()
  if (items.length === 0) return null
  const sums = sumByCurrency(items.map(({ amount }) => amount)).map(formatMoney)
  const amountMinor = /^-?\d{1,38}$/.exec(search.get('sum') ?? '')?.[0]
  const pressed =
    amountMinor === undefined || currency === undefined ? undefined : formatMoney({ amountMinor, currency })
  return (
    <Text c="dimmed" role="status">
      {isWhole ? count(items.length, 'commission') : `The latest ${count(items.length, 'commission')}`}:{' '}
      <span className="figures">{sums.join(', ')}</span>
      {pressed !== undefined && !sums.includes(pressed) && (
        <>
          {' '}
          of <span className="figures">{pressed}</span>
        </>
      )}
    </Text>
  )
}

function Rows({ items, isWhole }: Pick<Page, 'items'> & { readonly isWhole: boolean }) {
  const [search, setSearch] = useSearchParams()
  if (items.length === 0) {
    const none = isWhole ? 'No commissions match.' : 'None of the latest match. Show more to keep looking.'
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
                  <AmountDoor amount={amount} opens={() => ask(id)} />
                </Table.Td>
              </Table.Tr>
            ),
          )}
        </Table.Tbody>
      </Table>
    </div>
  )
}
