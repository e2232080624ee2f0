import { Anchor, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call } from '../api.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Screen } from '../parts/screen.tsx'

/** The programs of the workspace, with what waits in each. */
export function Programs() {
  const query = useQuery({ queryKey: ['programs'], queryFn: () => call('searchPrograms') })
  return (
    <Screen title="Programs">
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Text>There is no program yet. The command programs create makes one.</Text>
          ) : (
            <section className="card" aria-label="Programs">
              <Table.ScrollContainer minWidth={560}>
                <Table>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>Program</Table.Th>
                      <Table.Th>App</Table.Th>
                      <Table.Th ta="end">Members</Table.Th>
                      <Table.Th>Public page</Table.Th>
                      <Table.Th ta="end">Applications</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {items.map(
                      ({ id, name, appName, isClosed, members, hasPublicPage, openApplications }) => (
                        <Table.Tr key={id}>
                          <Table.Td>
                            <Anchor component={Link} to={`/programs/${id}`}>
                              <bdi>{name}</bdi>
                            </Anchor>
                            {isClosed && ' (closed)'}
                          </Table.Td>
                          <Table.Td>
                            <bdi>{appName}</bdi>
                          </Table.Td>
                          <Table.Td ta="end">{members}</Table.Td>
                          <Table.Td>{hasPublicPage ? 'Open' : 'Off'}</Table.Td>
                          <Table.Td ta="end">{openApplications}</Table.Td>
                        </Table.Tr>
                      ),
                    )}
                  </Table.Tbody>
                </Table>
              </Table.ScrollContainer>
            </section>
          )
        }
      </Loaded>
    </Screen>
  )
}
