import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { CallError } from '../send.ts'
import { formatTime } from '../texts.ts'
import { toWord } from '../to-word.ts'
import { Act, Rejected } from './act.tsx'
import { ActButton } from './act-button.tsx'
import { Form } from './form.tsx'
import { Loaded } from './loaded.tsx'

interface PersonAddressProps {
  readonly person: { readonly id: string; readonly name: string; readonly email: string }
  /** Whether the role of who is signed in does not allow it. */
  readonly isRefused: boolean
}

/** Gives a person another address who cannot read mail at theirs any more, or lets them keep it. */
export function PersonAddress({ person, isRefused }: PersonAddressProps) {
  const { id, email } = person
  const query = useQuery({
    queryKey: ['person-address', id],
    queryFn: () => call('readPersonAddress', { id }),
    enabled: !isRefused,
  })
  if (isRefused) {
    return (
      <Act title="Lost address" command={`accounts change-address ${toWord(email)}`} error={null}>
        <ActButton variant="default" style={{ alignSelf: 'start' }} isRefused>
          Give another address
        </ActButton>
      </Act>
    )
  }
  return (
    <Loaded query={query}>
      {({ next }) =>
        next === null ? <GiveAddress person={person} /> : <KeepAddress person={person} next={next} />
      }
    </Loaded>
  )
}

type OfPerson = Pick<PersonAddressProps, 'person'>

function GiveAddress({ person: { id, name, email } }: OfPerson) {
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState({ email: '', reason: '' })
  const give = useMutation({
    mutationFn: () => call('changePersonAddress', { id, body: typed }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['person-address', id] }),
  })
  const faults = give.error instanceof CallError ? give.error.faults : undefined
  const flags = `--to ${toWord(typed.email || '<email>')} --reason ${toWord(typed.reason || '<reason>')}`
  return (
    <Act
      title="Lost address"
      command={`accounts change-address ${toWord(email)} ${flags}`}
      error={faults?.size ? null : give.error}
    >
      {isOpen ? (
        <Form submit={() => give.mutate()}>
          <Text>
            Be sure that it is {name} who asks: who takes over an address takes over all that they can do. It
            counts after three days, and the address before can stop it until then.
          </Text>
          <TextInput
            label="New e-mail address"
            type="email"
            required
            value={typed.email}
            error={faults?.get('/email')}
            onChange={({ currentTarget: { value } }) => setTyped({ ...typed, email: value })}
          />
          <TextInput
            label="How you know that it is theirs"
            required
            maxLength={200}
            value={typed.reason}
            error={faults?.get('/reason')}
            onChange={({ currentTarget: { value } }) => setTyped({ ...typed, reason: value })}
          />
          <Group gap="sm">
            <Button type="submit" loading={give.isPending}>
              Send the link
            </Button>
            <Button variant="default" onClick={() => setOpen(false)}>
              Cancel
            </Button>
          </Group>
          <Rejected why={give.data?.rejected} />
        </Form>
      ) : (
        <Button variant="default" style={{ alignSelf: 'start' }} onClick={() => setOpen(true)}>
          Give another address
        </Button>
      )}
    </Act>
  )
}

type Next = NonNullable<ConsoleResponse<'readPersonAddress'>['next']>

function KeepAddress({ person: { id, name, email }, next }: OfPerson & { readonly next: Next }) {
  const queries = useQueryClient()
  const keep = useMutation({
    mutationFn: () => call('keepPersonAddress', { id }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['person-address', id] }),
  })
  return (
    <Act title="Lost address" command={`accounts keep-address ${toWord(email)}`} error={keep.error}>
      <Text>
        {describeNext(name, next)} The link that was sent to it{' '}
        {next.isProved ? 'was used' : 'was not used yet'}.
      </Text>
      <Button
        variant="default"
        style={{ alignSelf: 'start' }}
        loading={keep.isPending}
        onClick={() => keep.mutate()}
      >
        Keep {email}
      </Button>
    </Act>
  )
}

const describeNext = (name: string, { email, appliesFrom }: Next): string =>
  appliesFrom === null
    ? `${name} wants to sign in with ${email}.`
    : `${name} is to sign in with ${email} from ${formatTime(appliesFrom)} on.`
