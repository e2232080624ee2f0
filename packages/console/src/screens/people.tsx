import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Button, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { InviteForm } from '../parts/invite-form.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { OwnAddress } from '../parts/own-address.tsx'
import { OwnPasskeys } from '../parts/own-passkeys.tsx'
import { OwnSessions } from '../parts/own-sessions.tsx'
import { PersonActs } from '../parts/person-acts.tsx'
import { Screen } from '../parts/screen.tsx'
import { useSession } from '../session.ts'
import { count, formatDay, formatTime } from '../texts.ts'

type Person = ConsoleResponse<'listPeople'>['items'][number]

const columns = 5

/** Who the operators are, what each may do, and where they are signed in. */
export function People() {
  const query = useQuery({ queryKey: ['people'], queryFn: () => call('listPeople') })
  const { account, hasPasskeys } = useSession()
  return (
    <Screen title="People">
      <div className="columns">
        <Loaded query={query}>{({ items }) => <PeopleTable items={items} />}</Loaded>
        <Stack gap="md">
          <InviteForm />
          <OwnAddress
            read={() => call('readOwnAddress')}
            change={(email) => call('changeOwnAddress', { body: { email } })}
          />
          <OwnSessions
            list={() => call('listOwnSessions')}
            end={(id) => call('endOwnSession', { id })}
            endOthers={() => call('endOtherSessions')}
          />
          {hasPasskeys && (
            <OwnPasskeys
              list={() => call('listPasskeys')}
              challenge={() => call('challengePasskey')}
              add={(body) => call('addPasskey', { body })}
              remove={(id) => call('removePasskey', { id })}
              commandsFor={account.email}
            />
          )}
        </Stack>
      </div>
    </Screen>
  )
}

function PeopleTable({ items }: ConsoleResponse<'listPeople'>) {
  const [search, setSearch] = useSearchParams()
  const chosen = search.get('person')
  const owners = items.filter(({ role }) => role === 'owner').length
  return (
    <div className="card" style={{ padding: 0, overflowX: 'auto' }}>
      <Table className="cards">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>E-mail</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th>Sessions</Table.Th>
            <Table.Th>
              <VisuallyHidden>Acts</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((person) => (
            <Fragment key={person.id}>
              <Row
                person={person}
                isOpen={chosen === person.id}
                toggle={() => setSearch(chosen === person.id ? {} : { person: person.id }, { replace: true })}
              />
              {chosen === person.id && (
                <Table.Tr>
                  <Table.Td colSpan={columns} className="within">
                    <PersonActs
                      key={person.role}
                      person={person}
                      isLastOwner={person.role === 'owner' && owners === 1}
                    />
                  </Table.Td>
                </Table.Tr>
              )}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

interface RowProps {
  readonly person: Person
  readonly isOpen: boolean
  readonly toggle: () => void
}

function Row({ person, isOpen, toggle }: RowProps) {
  const { id, name, email, role, addedAt, sessions, lastUsedAt, passkeys } = person
  const { account } = useSession()
  return (
    <Table.Tr>
      <Table.Td>
        <div>
          <bdi>{name}</bdi>
          {id === account.id && ' (you)'}
          <Text size="xs" c="dimmed" fw={400}>
            added on {formatDay(addedAt)}
          </Text>
        </div>
      </Table.Td>
      <Table.Td data-label="E-mail" style={{ overflowWrap: 'anywhere', minWidth: 190 }}>
        {email}
      </Table.Td>
      <Table.Td data-label="Role">{role ?? 'none'}</Table.Td>
      <Table.Td data-label="Sessions">
        <div>
          {sessions === 0 ? 'none' : sessions}
          {lastUsedAt !== null && (
            <Text size="xs" c="dimmed">
              last used {formatTime(lastUsedAt)}
            </Text>
          )}
          {passkeys > 0 && (
            <Text size="xs" c="dimmed">
              {count(passkeys, 'passkey')}
            </Text>
          )}
        </div>
      </Table.Td>
      <Table.Td>
        <Button
          variant="default"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Close' : 'Manage'} ${name}`}
          onClick={toggle}
        >
          {isOpen ? 'Close' : 'Manage'}
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}
