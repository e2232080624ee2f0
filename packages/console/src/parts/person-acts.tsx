import type { ConsoleResponse, Role } from '@affiliate-platform/contract/console'
import { roles } from '@affiliate-platform/contract/console'
import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { useRefusal, useSession } from '../session.ts'
import { count } from '../texts.ts'
import { toWord } from '../to-word.ts'
import { Act, Rejected } from './act.tsx'
import { ActButton } from './act-button.tsx'
import { PersonAddress } from './person-address.tsx'
import { PersonSignInLink } from './person-sign-in-link.tsx'

type Person = ConsoleResponse<'listPeople'>['items'][number]

const grid = {
  display: 'grid',
  gap: 24,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(240px, 100%), 1fr))',
} as const

interface PersonActsProps {
  readonly person: Person
  readonly isLastOwner: boolean
}

/** What can be done with a person: those acts that the role of who is signed in does not allow are there and disabled. */
export function PersonActs({ person, isLastOwner }: PersonActsProps) {
  const refusal = useRefusal('workspace:manage')
  const isRefused = refusal !== undefined
  const keepsOwner = isLastOwner ? 'A workspace needs at least one owner.' : undefined
  return (
    <>
      {isRefused && (
        <Text c="dimmed" mb="md">
          {refusal}
        </Text>
      )}
      <div style={grid}>
        <ChangeRole person={person} isRefused={isRefused} reason={keepsOwner} />
        <PersonSignInLink person={person} isRefused={isRefused} />
        <EndSessions person={person} isRefused={isRefused} />
        <PersonAddress person={person} isRefused={isRefused} />
        {person.role !== null && <TakeRoleAway person={person} isRefused={isRefused} reason={keepsOwner} />}
      </div>
    </>
  )
}

interface ActProps {
  readonly person: Person
  /** Whether the role of who is signed in does not allow it. */
  readonly isRefused: boolean
}

interface RoleActProps extends ActProps {
  /** Why it cannot be done now; undefined where it can. */
  readonly reason: string | undefined
}

function useRoleChange({ id }: Person) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (role: Role | null) => call('changeRole', { id, body: { role } }),
    onSuccess: () => queries.invalidateQueries(),
  })
}

function ChangeRole({ person, isRefused, reason }: RoleActProps) {
  const { email, role } = person
  const [chosen, setChosen] = useState<string>(role ?? 'reader')
  const change = useRoleChange(person)
  const next = roles.find((known) => known === chosen) ?? 'reader'
  return (
    <Act
      title={role === null ? 'Give a role' : 'Change role'}
      reason={reason}
      command={`accounts grant ${toWord(email)} --role ${next}`}
      error={change.error}
    >
      <Group gap="sm">
        <NativeSelect
          aria-label="Role"
          data={[...roles]}
          value={next}
          disabled={isRefused || reason !== undefined}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        <ActButton
          variant="default"
          loading={change.isPending}
          isRefused={isRefused || reason !== undefined}
          disabled={next === role}
          onClick={() => change.mutate(next)}
        >
          {role === null ? 'Give role' : 'Change role'}
        </ActButton>
      </Group>
      <Rejected why={change.data?.rejected} />
    </Act>
  )
}

function EndSessions({ person: { id, name, email, sessions, passkeys }, isRefused }: ActProps) {
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: () => call('endPersonSessions', { id }),
    onSuccess: () => queries.invalidateQueries(),
  })
  const { account } = useSession()
  const isSelf = id === account.id
  const ownReason = isSelf ? 'End your own under “Your sessions”.' : undefined
  const hasNothing = sessions === 0 && passkeys === 0
  const reason = hasNothing ? `${name} is not signed in.` : ownReason
  const also =
    passkeys === 0
      ? undefined
      : `This removes ${count(passkeys, 'passkey')} too: ${name} signs in again by a link.`
  return (
    <Act
      title="Sessions"
      reason={reason ?? also}
      command={`accounts end-sessions ${toWord(email)}`}
      error={end.error}
    >
      <ActButton
        variant="default"
        style={{ alignSelf: 'start' }}
        loading={end.isPending}
        isRefused={isRefused || reason !== undefined}
        onClick={() => end.mutate()}
      >
        {hasNothing || isSelf ? 'End sessions' : `End ${count(sessions, 'session')}`}
      </ActButton>
    </Act>
  )
}

function TakeRoleAway({ person, isRefused, reason }: RoleActProps) {
  const { id, name, email } = person
  const { account } = useSession()
  const [isAsking, setAsking] = useState(false)
  const take = useRoleChange(person)
  return (
    <Act
      title="Take role away"
      reason={reason}
      command={`accounts revoke ${toWord(email)}`}
      error={take.error}
    >
      {isAsking ? (
        <>
          <Text>
            {id === account.id
              ? 'You will be signed out now, and only another owner can let you back in.'
              : `${name} is signed out at once and sees nothing any more. What they did stays in the audit.`}
          </Text>
          <Group gap="sm">
            <Button color="red.9" loading={take.isPending} onClick={() => take.mutate(null)}>
              Take it away
            </Button>
            <Button variant="default" onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </Group>
        </>
      ) : (
        <ActButton
          variant="default"
          style={{ alignSelf: 'start' }}
          isRefused={isRefused || reason !== undefined}
          onClick={() => setAsking(true)}
        >
          Take role away
        </ActButton>
      )}
      <Rejected why={take.data?.rejected} />
    </Act>
  )
}
