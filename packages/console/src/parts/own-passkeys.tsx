import type { ConsoleBody, ConsoleResponse } from '@affiliate-platform/contract/console'
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '../send.ts'
import { formatDay, formatTime } from '../texts.ts'
import { toWord } from '../to-word.ts'
import { Rejected } from './act.tsx'
import { Form } from './form.tsx'
import { Failure, Loaded } from './loaded.tsx'
import { SameAs } from './same-as.tsx'

type Passkey = ConsoleResponse<'listPasskeys'>['items'][number]

interface OwnPasskeysProps {
  readonly list: () => Promise<ConsoleResponse<'listPasskeys'>>
  readonly challenge: () => Promise<ConsoleResponse<'challengePasskey'>>
  readonly add: (made: ConsoleBody<'addPasskey'>) => Promise<ConsoleResponse<'addPasskey'>>
  readonly remove: (id: string) => Promise<unknown>
  /** The address by which commands do the same, where who sees them may have a shell. */
  readonly commandsFor?: string
}

/** By which devices who is signed in signs in, with a way to add one and to remove each. */
export function OwnPasskeys({ list, challenge, add, remove, commandsFor }: OwnPasskeysProps) {
  const query = useQuery({ queryKey: ['own-passkeys'], queryFn: list })
  return (
    <section className="card" aria-labelledby="own-passkeys">
      <Title order={2} size={16} id="own-passkeys" mb="sm">
        Your passkeys
      </Title>
      <Stack gap="md">
        <Loaded query={query}>
          {({ items }) =>
            items.length === 0 ? (
              <Text>
                None yet. With a passkey you sign in by your device’s own lock, without waiting for a link.
              </Text>
            ) : (
              <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
                {items.map((passkey) => (
                  <OwnPasskey key={passkey.id} {...{ passkey, remove, commandsFor }} />
                ))}
              </Stack>
            )
          }
        </Loaded>
        <AddPasskey challenge={challenge} add={add} />
        {commandsFor !== undefined && <SameAs command={`accounts passkeys --email ${toWord(commandsFor)}`} />}
      </Stack>
    </section>
  )
}

interface OwnPasskeyProps extends Pick<OwnPasskeysProps, 'remove'> {
  readonly passkey: Passkey
  readonly commandsFor: string | undefined
}

function OwnPasskey({ passkey, remove: send, commandsFor }: OwnPasskeyProps) {
  const { id, name, addedAt, lastUsedAt } = passkey
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => send(id),
    onSuccess: () => queries.invalidateQueries(),
  })
  const lastUsed = lastUsedAt === null ? 'not used yet' : `last used ${formatTime(lastUsedAt)}`
  return (
    <Stack component="li" gap="xs">
      <Group justify="space-between" wrap="nowrap" align="start">
        <div style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          <Text>
            <bdi>{name}</bdi>
          </Text>
          <Text size="xs" c="dimmed">
            added on {formatDay(addedAt)}, {lastUsed}
          </Text>
        </div>
        {!isAsking && (
          <Button
            variant="default"
            size="compact-sm"
            style={{ flex: 'none' }}
            aria-label={`Remove the passkey ${name}`}
            onClick={() => setAsking(true)}
          >
            Remove
          </Button>
        )}
      </Group>
      {isAsking && (
        <>
          <Text>It can no longer sign you in. End the sessions that it started too.</Text>
          <Group gap="sm">
            <Button color="red.9" loading={remove.isPending} onClick={() => remove.mutate()}>
              Remove it
            </Button>
            <Button variant="default" onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </Group>
          {remove.error !== null && <Failure error={remove.error} />}
          {commandsFor !== undefined && (
            <SameAs command={`accounts remove-passkey ${toWord(commandsFor)} --passkey ${id}`} />
          )}
        </>
      )}
    </Stack>
  )
}

function AddPasskey({ challenge, add: send }: Pick<OwnPasskeysProps, 'challenge' | 'add'>) {
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const add = useMutation({
    mutationFn: async () => {
      const { options, rejected } = await challenge()
      if (options === null) return { rejected }
      const { makePasskey } = await import('../passkeys.ts')
      return await send({ name, ...(await makePasskey(options)) })
    },
    onSuccess: async ({ rejected }) => {
      if (rejected !== null) return
      setName('')
      await queries.invalidateQueries()
    },
  })
  if (!('PublicKeyCredential' in window))
    return <Text c="dimmed">This browser does not support passkeys.</Text>
  const faults = add.error instanceof CallError ? add.error.faults : undefined
  return (
    <Form submit={() => add.mutate()}>
      <TextInput
        label="Device name"
        placeholder="such as Work laptop"
        required
        maxLength={120}
        value={name}
        error={faults?.get('/name')}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" variant="default" style={{ alignSelf: 'start' }} loading={add.isPending}>
        Add a passkey
      </Button>
      <Rejected why={add.data?.rejected} />
      {add.error !== null && !faults?.has('/name') && <Failure error={add.error} />}
    </Form>
  )
}
