import { Anchor, Table, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { formatMoney } from '../money.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Screen } from '../parts/screen.tsx'
import { places as names } from '../texts.ts'

const columns = ['held', 'available', 'owed', 'toBePaid', 'reported', 'confirmed'] as const
const labels = { ...names, owed: 'Owes you' }

/** What every member has coming and what they got. */
export function Members() {
  const [search, setSearch] = useSearchParams()
  const wanted = search.get('search') ?? ''
  const query = useQuery({ queryKey: ['balances'], queryFn: () => call('listBalances') })
  return (
    <Screen title="Members">
      <TextInput
        aria-label="Find a member"
        placeholder="Find a member"
        maw={320}
        value={wanted}
        onChange={({ currentTarget: { value } }) =>
          setSearch(value === '' ? {} : { search: value }, { replace: true })
        }
      />
      <Loaded query={query}>
        {({ items }) => {
          const shown = items.filter(({ member }) =>
            member.name.toLocaleLowerCase().includes(wanted.toLocaleLowerCase()),
          )
          if (shown.length === 0) {
            return (
              <Text c="dimmed">
                {wanted === '' ? 'Nobody has earned anything yet.' : 'No member has this name.'}
              </Text>
            )
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
                  {shown.map(({ member, currency, ...places }) => (
                    <Table.Tr key={`${member.id} ${currency}`}>
                      <Table.Td>
                        <Anchor component={Link} to={`/members/${member.id}`}>
                          <bdi>{member.name}</bdi>
                        </Anchor>
                      </Table.Td>
                      <Table.Td data-label="Currency">{currency}</Table.Td>
                      {columns.map((column) => (
                        <Table.Td key={column} className="figures" data-label={labels[column]}>
                          {formatMoney(places[column])}
                        </Table.Td>
                      ))}
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </div>
          )
        }}
      </Loaded>
    </Screen>
  )
}
