import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../api.ts'
import { CallError } from '../send.ts'
import { useSession } from '../session.ts'
import { formatTime } from '../texts.ts'
import { toWord } from '../to-word.ts'
import { Rejected } from './act.tsx'
import { ActButton } from './act-button.tsx'
import { ForRole } from './for-role.tsx'
import { Form } from './form.tsx'
import { Failure, Loaded } from './loaded.tsx'
import { PersonFields } from './person-fields.tsx'
import { SameAs } from './same-as.tsx'

type Program = ConsoleResponse<'readProgram'>
type Invitation = ConsoleResponse<'listInvitations'>['items'][number]

/** Who was invited to a program and has not come yet, for those who may know their addresses; and inviting more. */
export function Invitations({ program }: { readonly program: Program }) {
  const { role } = useSession()
  return (
    <section className="card" aria-labelledby="invitations">
      <Title order={2} size={16} id="invitations" mb="sm">
        Invitations
      </Title>
      <ForRole
        scope="money:write"
        instead={<Text c="dimmed">Your role ({role}) does not see who is invited.</Text>}
      >
        <Stack gap="md">
          <Open programId={program.id} />
          <Invite program={program} />
        </Stack>
      </ForRole>
    </section>
  )
}

function Open({ programId }: { readonly programId: string }) {
  const query = useQuery({
    queryKey: ['invitations', programId],
    queryFn: () => call('listInvitations', { id: programId }),
  })
  return (
    <Loaded query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <Text>Everybody who was invited has signed in.</Text>
        ) : (
          <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
            {items.map((invitation) => (
              <Waiting key={invitation.id} invitation={invitation} />
            ))}
          </Stack>
        )
      }
    </Loaded>
  )
}

function Waiting({ invitation }: { readonly invitation: Invitation }) {
  const { id, name, email, groupName, membershipId, invitedAt, by } = invitation
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const withdraw = useMutation({
    mutationFn: () => call('withdrawInvitation', { id }),
    onSuccess: ({ rejected }) => (rejected === null ? queries.invalidateQueries() : undefined),
  })
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" align="start">
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Anchor component={Link} to={`/members/${membershipId}`}>
            <bdi>{name}</bdi>
          </Anchor>
          <Text size="xs" c="dimmed">
            {email}
            {groupName !== null && ` · ${groupName}`} · invited by {by}, {formatTime(invitedAt)}
          </Text>
        </div>
        {!isOpen && (
          <Button
            variant="default"
            size="compact-sm"
            flex="none"
            aria-label={`Withdraw the invitation of ${name}`}
            onClick={() => setOpen(true)}
          >
            Withdraw
          </Button>
        )}
      </Group>
      {isOpen && (
        <Stack gap="sm" mt="xs">
          <Text>
            Their link opens nothing any more. If the invitation made them a member, the membership is closed.
          </Text>
          <Group gap="sm">
            <Button loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
              Withdraw the invitation
            </Button>
            <Button variant="default" onClick={() => setOpen(false)}>
              Cancel
            </Button>
          </Group>
          <Rejected why={withdraw.data?.rejected} />
          {withdraw.error !== null && <Failure error={withdraw.error} />}
          <SameAs command={`invitations withdraw ${id}`} />
        </Stack>
      )}
    </li>
  )
}

const nobody = { email: '', name: '' }

function Invite({ program: { id, closed, groups } }: { readonly program: Program }) {
  const queries = useQueryClient()
  const [person, setPerson] = useState(nobody)
  const [group, setGroup] = useState('')
  const { email, name } = person
  const invite = useMutation({
    mutationFn: () => call('sendInvitation', { id, body: { ...person, groupId: group || null } }),
    onSuccess: async ({ rejected }) => {
      if (rejected !== null) return
      setPerson(nobody)
      await queries.invalidateQueries()
    },
  })
  const faults = invite.error instanceof CallError ? invite.error.faults : undefined
  const isClosed = closed !== null
  const toGroup = group === '' ? '' : ` --group ${group}`
  return (
    <Form submit={() => invite.mutate()} maw={520} aria-label="Invite somebody">
      <PersonFields person={person} onChange={setPerson} faults={faults} isDisabled={isClosed} />
      {groups.length > 0 && (
        <NativeSelect
          label="Group"
          disabled={isClosed}
          value={group}
          data={[
            { value: '', label: 'None: the terms of the program' },
            ...groups.map((one) => ({ value: one.id, label: one.name })),
          ]}
          onChange={({ currentTarget }) => setGroup(currentTarget.value)}
        />
      )}
      <Text size="xs" c="dimmed">
        {isClosed
          ? 'The program is closed: it takes no members.'
          : 'They become a member at once, and are sent a link to the portal by mail.'}
      </Text>
      <ActButton type="submit" loading={invite.isPending} isRefused={isClosed} style={{ alignSelf: 'start' }}>
        Invite
      </ActButton>
      <Rejected why={invite.data?.rejected} title="Nobody was invited" />
      {invite.error !== null && faults?.size === 0 && <Failure error={invite.error} />}
      <SameAs
        command={`invitations send --program ${id} --email ${toWord(email || '<email>')} --name ${toWord(name || '<name>')}${toGroup}`}
      />
    </Form>
  )
}
