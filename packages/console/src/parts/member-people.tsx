import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { CallError } from '../send.ts'
import { useRefusal, useSession } from '../session.ts'
import { formatDay, formatTime } from '../texts.ts'
import { toWord } from '../to-word.ts'
import { Copy } from './copy.tsx'
import { ForRole } from './for-role.tsx'
import { Form } from './form.tsx'
import { Failure, Loaded } from './loaded.tsx'
import { PersonAddress } from './person-address.tsx'
import { PersonFields } from './person-fields.tsx'
import { SameAs } from './same-as.tsx'

type Person = ConsoleResponse<'listMemberPeople'>['items'][number]

/** Who sees in the portal what a member has, for those who may know their addresses. */
export function MemberPeople({ memberId }: { readonly memberId: string }) {
  const { role } = useSession()
  return (
    <section className="card" aria-labelledby="member-people">
      <Title order={2} size={16} id="member-people" mb="sm">
        People
      </Title>
      <ForRole
        scope="money:write"
        instead={<Text c="dimmed">Your role ({role}) does not see the addresses of people.</Text>}
      >
        <People memberId={memberId} />
      </ForRole>
    </section>
  )
}

function People({ memberId }: { readonly memberId: string }) {
  const query = useQuery({
    queryKey: ['member-people', memberId],
    queryFn: () => call('listMemberPeople', { id: memberId }),
  })
  const [isOpen, setOpen] = useState(false)
  return (
    <Loaded query={query}>
      {({ items }) => (
        <Stack gap="sm">
          {items.length === 0 && <Text>Nobody sees this member’s earnings in the portal yet.</Text>}
          {items.map((person) => (
            <PersonRow key={person.id} memberId={memberId} person={person} />
          ))}
          {isOpen ? (
            <Invite memberId={memberId} close={() => setOpen(false)} />
          ) : (
            <Button variant="default" style={{ alignSelf: 'start' }} onClick={() => setOpen(true)}>
              Invite to the portal
            </Button>
          )}
        </Stack>
      )}
    </Loaded>
  )
}

interface PersonRowProps {
  readonly memberId: string
  readonly person: Person
}

function PersonRow({ memberId, person }: PersonRowProps) {
  const { id: accountId, name, email, since } = person
  const queries = useQueryClient()
  const isRefused = useRefusal('workspace:manage') !== undefined
  const [isLost, setLost] = useState(false)
  const issue = useMutation({
    mutationFn: () => call('issueMemberLink', { id: memberId, body: { accountId } }),
    // It is shown while it is looked at, and kept nowhere.
    gcTime: 0,
  })
  const remove = useMutation({
    mutationFn: () => call('removeFromPortal', { id: memberId, body: { accountId } }),
    onSuccess: () => queries.invalidateQueries(),
  })
  const failure = issue.error ?? remove.error
  return (
    <div>
      <Text fw={500}>{name}</Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {email}, since {formatDay(since)}
      </Text>
      <Group gap="xs" mt={4}>
        <Button
          variant="default"
          size="compact-sm"
          loading={issue.isPending}
          aria-label={`Make a sign-in link for ${name}`}
          onClick={() => issue.mutate()}
        >
          Make a sign-in link
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          loading={remove.isPending}
          aria-label={`Remove ${name}`}
          onClick={() => remove.mutate()}
        >
          Remove
        </Button>
        {!isRefused && (
          <Button
            variant="default"
            size="compact-sm"
            aria-expanded={isLost}
            aria-label={`Lost address of ${name}`}
            onClick={() => setLost(!isLost)}
          >
            Lost address
          </Button>
        )}
      </Group>
      {isLost && <PersonAddress person={person} isRefused={false} />}
      {issue.data !== undefined && <IssuedLink memberId={memberId} person={person} issued={issue.data} />}
      {failure !== null && <Failure error={failure} />}
    </div>
  )
}

interface IssuedLinkProps extends PersonRowProps {
  readonly issued: ConsoleResponse<'issueMemberLink'>
}

function IssuedLink({ memberId, person: { name, email }, issued: { url, expiresAt } }: IssuedLinkProps) {
  return (
    <Stack gap={4} mt="xs">
      <Text>
        Hand it to {name} yourself. It signs them in once, until {formatTime(expiresAt)}, and is not shown
        again.
      </Text>
      <Group gap="xs" wrap="nowrap">
        <TextInput aria-label="Sign-in link" readOnly value={url} style={{ flex: 1, minWidth: 0 }} />
        <Copy text={url} of="Sign-in link" />
      </Group>
      <SameAs command={`memberships link ${memberId} --email ${toWord(email)} --url ${location.origin}`} />
    </Stack>
  )
}

interface InviteProps {
  readonly memberId: string
  readonly close: () => void
}

function Invite({ memberId, close }: InviteProps) {
  const queries = useQueryClient()
  const [invited, setInvited] = useState({ email: '', name: '' })
  const { email, name } = invited
  const invite = useMutation({
    mutationFn: () => call('inviteToPortal', { id: memberId, body: invited }),
    onSuccess: async () => {
      close()
      await queries.invalidateQueries()
    },
  })
  const faults = invite.error instanceof CallError ? invite.error.faults : undefined
  return (
    <Form submit={() => invite.mutate()}>
      <PersonFields person={invited} onChange={setInvited} faults={faults} />
      <Text size="xs" c="dimmed">
        They see what this member earns and why, and say whether payments arrived.
      </Text>
      <Group gap="sm">
        <Button type="submit" loading={invite.isPending} disabled={email.trim() === '' || name.trim() === ''}>
          Invite
        </Button>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
      </Group>
      {invite.error !== null && faults?.size !== 1 && <Failure error={invite.error} />}
      <SameAs
        command={`memberships invite ${memberId} --email ${toWord(email || '…')} --name ${toWord(name || '…')}`}
      />
    </Form>
  )
}
