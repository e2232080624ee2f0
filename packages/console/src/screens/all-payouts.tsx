import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, NativeSelect, Table, Text } from '@mantine/core'
import { Link } from 'react-router'
import { call } from '../api.ts'
import { AmountDoor } from '../parts/amount-door.tsx'
import { AppList, useAppList } from '../parts/app-list.tsx'
import { Screen } from '../parts/screen.tsx'
import { PayoutBadge } from '../parts/state-badge.tsx'
import { formatDay, payoutStates } from '../texts.ts'

type Items = ConsoleResponse<'searchPayouts'>['items']

/** The payouts of every run, and those by hand, the latest first. */
export function AllPayouts() {
  const list = useAppList('payouts', ['membershipId', 'currency', 'status', 'search'], (query) =>
    call('searchPayouts', { query }),
  )
  const { asked, ask, query } = list
  const member = asked['membershipId'] && !query.isPlaceholderData && query.data?.pages[0]?.items[0]?.member
  return (
    <Screen title={member ? `Payouts to ${member.name}` : 'All payouts'}>
      <AppList
        list={list}
        found="Member"
        file={{ operation: 'downloadPayouts', fileName: 'payouts.csv', command: 'payouts list' }}
        rows={(pages, isWhole) => <Rows items={pages.flatMap(({ items }) => items)} isWhole={isWhole} />}
      >
        <NativeSelect
          aria-label="State"
          value={asked['status'] ?? ''}
          onChange={({ currentTarget: { value } }) => ask('status', value)}
          data={[
            { value: '', label: 'Every state' },
            ...Object.entries(payoutStates).map(([value, { name }]) => ({ value, label: name })),
          ]}
        />
      </AppList>
    </Screen>
  )
}

function Rows({ items, isWhole }: { readonly items: Items; readonly isWhole: boolean }) {
  if (items.length === 0) {
    return <Text c="dimmed">{isWhole ? 'No payouts match.' : 'None so far. Show more to keep looking.'}</Text>
  }
  return (
    <div className="card" style={{ padding: 0, overflowX: 'auto' }}>
      <Table className="cards">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Payout to</Table.Th>
            <Table.Th>Frozen</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th className="figures">Amount</Table.Th>
            <Table.Th className="figures">Not paid yet</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map(({ id, member, status, amount, unpaid, createdAt }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Anchor component={Link} to={`/payouts/${id}`}>
                  <bdi>{member.name}</bdi>
                </Anchor>
              </Table.Td>
              <Table.Td data-label="Frozen">{formatDay(createdAt)}</Table.Td>
              <Table.Td data-label="State">
                <PayoutBadge status={status} />
              </Table.Td>
              <Table.Td className="figures" data-label="Amount">
                <AmountDoor amount={amount} opens={`/payouts/${id}`} />
              </Table.Td>
              <Table.Td className="figures" data-label="Not paid yet">
                <AmountDoor amount={unpaid} opens={`/payouts/${id}`} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
