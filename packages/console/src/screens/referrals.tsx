import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, NativeSelect, Table, Text } from '@mantine/core'
import { Link } from 'react-router'
import { call } from '../api.ts'
import { AmountDoors } from '../parts/amount-door.tsx'
import { AppList, useAppList } from '../parts/app-list.tsx'
import { toCommissions } from '../parts/place-doors.ts'
import { Screen } from '../parts/screen.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { referralStates, shortenEvidence, toReferralState } from '../referral-texts.ts'
import { formatDay } from '../texts.ts'

type Page = ConsoleResponse<'searchReferrals'>

/** The shops that members have referred. */
export function Referrals() {
  const list = useAppList('referrals', ['membershipId', 'status', 'search'], (query) =>
    call('searchReferrals', { query }),
  )
  const { asked, ask, query } = list
  const member = asked['membershipId'] && !query.isPlaceholderData && query.data?.pages[0]?.items[0]?.member
  return (
    <Screen title={member ? `Referrals of ${member.name}` : 'Referrals'}>
      <AppList
        list={list}
        found="Shop or member"
        file={{ operation: 'downloadReferrals', fileName: 'referrals.csv', command: 'referrals list' }}
        rows={(pages, isWhole) => <Rows items={pages.flatMap(({ items }) => items)} isWhole={isWhole} />}
      >
        <NativeSelect
          aria-label="State"
          value={asked['status'] ?? ''}
          onChange={({ currentTarget }) => ask('status', currentTarget.value)}
          data={[
            { value: '', label: 'Every state' },
            ...Object.entries(referralStates).map(([value, { name }]) => ({ value, label: name })),
          ]}
        />
      </AppList>
    </Screen>
  )
}

function Rows({ items, isWhole }: Pick<Page, 'items'> & { readonly isWhole: boolean }) {
  if (items.length === 0) {
    const none = isWhole ? 'No referrals match.' : 'None of the latest match. Show more to keep looking.'
    return <Text c="dimmed">{none}</Text>
  }
  return (
    <div className="card" style={{ padding: 0, overflowX: 'auto' }}>
      <Table className="cards">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Shop</Table.Th>
            <Table.Th>Member</Table.Th>
            <Table.Th>Installed</Table.Th>
            <Table.Th>Evidence</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th className="figures">Earned</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map(({ id, shop, member, installedAt, evidence, status, earned }) => (
            <Table.Tr key={id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Anchor component={Link} to={`/referrals/${id}`}>
                  {shop}
                </Anchor>
              </Table.Td>
              <Table.Td data-label="Member">
                <bdi>{member.name}</bdi>
              </Table.Td>
              <Table.Td data-label="Installed">{formatDay(installedAt)}</Table.Td>
              <Table.Td data-label="Evidence">{shortenEvidence(evidence)}</Table.Td>
              <Table.Td data-label="State">
                <StateBadge state={toReferralState(status)} />
              </Table.Td>
              <Table.Td className="figures" data-label="Earned">
                {earned.length === 0 ? (
                  'Nothing yet'
                ) : (
                  <AmountDoors
                    amounts={earned}
                    toDoor={({ currency, amountMinor }) =>
                      toCommissions({ membershipId: member.id, search: shop, currency, sum: amountMinor })
                    }
                  />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
