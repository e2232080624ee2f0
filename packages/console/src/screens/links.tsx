import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, Button, Table, Text } from '@mantine/core'
import { Link } from 'react-router'
import { call } from '../api.ts'
import { AppList, useAppList } from '../parts/app-list.tsx'
import { Screen } from '../parts/screen.tsx'
import { formatDay } from '../texts.ts'

type LinkItem = ConsoleResponse<'searchLinks'>['items'][number]

/** The links that members share, the newest first. */
export function Links() {
  const list = useAppList('links', ['membershipId', 'search'], (query) => call('searchLinks', { query }))
  const { asked, query } = list
  const memberId = asked['membershipId']
  const member = memberId && !query.isPlaceholderData && query.data?.pages[0]?.items[0]?.member
  return (
    <Screen
      title={member ? `Links of ${member.name}` : 'Links'}
      acts={
        <Button component={Link} to="/links/coverage" variant="default">
          Coverage of installs
        </Button>
      }
    >
      <AppList
        list={list}
        found="Code of a link"
        sameAs={memberId === undefined ? 'links list' : `links list --membership ${memberId}`}
        rows={(pages) => <Rows items={pages.flatMap(({ items }) => items)} />}
      />
    </Screen>
  )
}

function Rows({ items }: { readonly items: readonly LinkItem[] }) {
  if (items.length === 0) {
    return <Text c="dimmed">No links match. Members make them in the portal, and links create does too.</Text>
  }
  return (
    <div className="card" style={{ padding: 0, overflowX: 'auto' }}>
      <Table className="cards">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Link</Table.Th>
            <Table.Th>Member</Table.Th>
            <Table.Th>Made</Table.Th>
            <Table.Th className="figures">Clicks in 30 days</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map(({ id, code, path, label, member, createdAt, clicks, areMore }) => (
            <Table.Tr key={id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Anchor component={Link} to={`/links/${id}`}>
                  {path ?? code}
                </Anchor>
                {label !== null && (
                  <Text size="xs" c="dimmed">
                    <bdi>{label}</bdi>
                  </Text>
                )}
              </Table.Td>
              <Table.Td data-label="Member" style={{ overflowWrap: 'anywhere' }}>
                <bdi>{member.name}</bdi>
              </Table.Td>
              <Table.Td data-label="Made">{formatDay(createdAt)}</Table.Td>
              <Table.Td className="figures" data-label="Clicks in 30 days">
                {areMore ? `more than ${clicks.toLocaleString('en')}` : clicks.toLocaleString('en')}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
