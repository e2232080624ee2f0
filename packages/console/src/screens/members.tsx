import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, Table, Text } from '@mantine/core'
import { Link } from 'react-router'
import { call } from '../api.ts'
import { AmountDoor } from '../parts/amount-door.tsx'
import { AppList, useAppList } from '../parts/app-list.tsx'
import { toPlaceDoor } from '../parts/place-doors.ts'
import { Screen } from '../parts/screen.tsx'
import { places as names } from '../texts.ts'

type Items = ConsoleResponse<'searchMembers'>['items']

const columns = ['held', 'available', 'owed', 'toBePaid', 'reported', 'confirmed'] as const
const labels = { ...names, owed: 'Owes you' }

/** The members, each with what they have coming and what they got. */
export function Members() {
  const list = useAppList('members', ['search'], (query) => call('searchMembers', { query }))
  return (
    <Screen title="Members">
      <AppList
        list={list}
        found="Member"
        file={{ operation: 'downloadMembers', fileName: 'members.csv', command: 'memberships list' }}
        rows={(pages, isWhole) => <Rows items={pages.flatMap(({ items }) => items)} isWhole={isWhole} />}
      />
    </Screen>
  )
}

function Rows({ items, isWhole }: { readonly items: Items; readonly isWhole: boolean }) {
  if (items.length === 0) {
    return <Text c="dimmed">{isWhole ? 'No members match.' : 'None so far. Show more to keep looking.'}</Text>
  }
  return (
    <div className="card" style={{ padding: 0, overflowX: 'auto' }}>
      <Table className="cards">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Member</Table.Th>
            <Table.Th>Currency</Table.Th>
            {columns.map((column) => (
              <Table.Th key={column} className="figures">
                {labels[column]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map(({ member, balances }) =>
            balances.length === 0 ? (
              <Table.Tr key={member.id}>
                <Table.Td>
                  <Name member={member} />
                </Table.Td>
                <Table.Td colSpan={columns.length + 1} c="dimmed">
                  Nothing earned yet
                </Table.Td>
              </Table.Tr>
            ) : (
              balances.map(({ currency, ...places }) => (
                <Table.Tr key={`${member.id} ${currency}`}>
                  <Table.Td>
                    <Name member={member} />
                  </Table.Td>
                  <Table.Td data-label="Currency">{currency}</Table.Td>
                  {columns.map((column) => (
                    <Table.Td key={column} className="figures" data-label={labels[column]}>
                      <AmountDoor
                        amount={places[column]}
                        opens={toPlaceDoor(column, places[column], member.id)}
                      />
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))
            ),
          )}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function Name({ member }: Pick<Items[number], 'member'>) {
  return (
    <Anchor component={Link} to={`/members/${member.id}`}>
      <bdi>{member.name}</bdi>
    </Anchor>
  )
}
