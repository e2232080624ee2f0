import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api.ts'
import { CallError } from '../send.ts'
import { useSession } from '../session.ts'
import { formatDay, formatTime } from '../texts.ts'
import { Rejected } from './act.tsx'
import { Failure, Loaded } from './loaded.tsx'
import { SameAs, toWord } from './same-as.tsx'

type Passkey = ConsoleResponse<'listPasskeys'>['items'][number]

/** By which devices who is signed in signs in, with a way to add one and to remove each. */
export function OwnPasskeys() {
  const { account } = useSession()
  const query = useQuery({ queryKey: ['own-passkeys'], queryFn: () => call('listPasskeys') })
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
                  <OwnPasskey key={passkey.id} passkey={passkey} />
                ))}
              </Stack>
            )
          }
        </Loaded>
        <AddPasskey />
        <SameAs command={`accounts passkeys --email ${toWord(account.email)}`} />
      </Stack>
    </section>
  )
}

function OwnPasskey({ passkey: { id, name, addedAt, lastUsedAt } }: { readonly passkey: Passkey }) {
  const queries = useQueryClient()
  const { account } = useSession()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call('removePasskey', { id }),
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
          <SameAs command={`accounts remove-passkey ${toWord(account.email)} --passkey ${id}`} />
        </>
      )}
    </Stack>
  )
}

function AddPasskey() {
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const add = useMutation({
    mutationFn: async () => {
      const { options, rejected } = await call('challengePasskey')
      if (options === null) return { rejected }
      const { makePasskey } = await import('../passkeys.ts')
      return await call('addPasskey', { body: { name, ...(await makePasskey(options)) } })
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
    <Stack
      component="form"
      gap="sm"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        add.mutate()
      }}
    >
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
    </Stack>
  )
}
