import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { CallError } from '../send.ts'
import { formatTime } from '../texts.ts'
import { Form } from './form.tsx'
import { toEndInstant } from './key-form.tsx'
import { Failure } from './loaded.tsx'
import type { MadeKey } from './made-key.tsx'
import { SameAs } from './same-as.tsx'

export type Key = ConsoleResponse<'listKeys'>['items'][number]

const overlaps = [
  { word: '0s', seconds: 0, label: 'None: it ends now' },
  { word: '1h', seconds: 3600, label: '1 hour' },
  { word: '24h', seconds: 86_400, label: '24 hours' },
  { word: '7d', seconds: 7 * 86_400, label: '7 days' },
  { word: '30d', seconds: 30 * 86_400, label: '30 days' },
] as const

interface RotateProps {
  readonly item: Key
  readonly onMade: (made: MadeKey) => Promise<void>
  readonly cancel: () => void
}

/** Makes the successor of a key, which works for a while beside it. */
export function RotateKey({ item: { id, name, expiresAt: end }, onMade, cancel }: RotateProps) {
  // One name for one successor: pressed twice, it is created once.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [word, setWord] = useState<string>('24h')
  const [until, setUntil] = useState('')
  const overlapSeconds = overlaps.find((overlap) => overlap.word === word)?.seconds ?? 0
  const expiresAt = toEndInstant(until)
  const rotate = useMutation({
    mutationFn: () => call('rotateKey', { id, idempotencyKey, body: { overlapSeconds, expiresAt } }),
    onSuccess: async ({ successor }) => {
      if (successor !== null)
        await onMade({ id: successor.id, secret: successor.apiKey, name: `The successor of ${name}` })
    },
  })
  const fault = rotate.error instanceof CallError ? rotate.error.faults.get('/expiresAt') : undefined
  return (
    <Form submit={() => rotate.mutate()} maw={640}>
      <Text>
        A new key with the same rights takes its place. Put it where the old one is used before that ends.
      </Text>
      <Group align="end">
        <NativeSelect
          label="The old key keeps working for"
          value={word}
          data={overlaps.map((overlap) => ({ value: overlap.word, label: overlap.label }))}
          onChange={({ currentTarget }) => setWord(currentTarget.value)}
        />
        <TextInput
          type="date"
          label={end === null ? 'The new key ends on (UTC, optional)' : 'The new key ends on (UTC)'}
          required={end !== null}
          value={until}
          error={fault}
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        />
      </Group>
      <Group gap="sm">
        <Button type="submit" loading={rotate.isPending}>
          Rotate key
        </Button>
        <Button variant="default" onClick={cancel}>
          Cancel
        </Button>
      </Group>
      {rotate.data?.rejected && (
        <Alert color="yellow" role="alert" title="No key was created">
          {rotate.data.rejected}
        </Alert>
      )}
      {rotate.error !== null && fault === undefined && <Failure error={rotate.error} />}
      <SameAs
        command={`keys rotate ${id} --overlap ${word}${expiresAt === null ? '' : ` --expires ${expiresAt}`}`}
      />
    </Form>
  )
}

interface RevokeProps {
  readonly item: Key
  readonly close: () => void
}

/** Ends a key, after saying what stops by it. */
export function RevokeKey({ item: { id, name, lastUsedAt, state }, close }: RevokeProps) {
  const queries = useQueryClient()
  const revoke = useMutation({
    mutationFn: () => call('revokeKey', { id }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['keys'] })
      close()
    },
  })
  return (
    <Stack gap="sm" maw={640}>
      <Text>
        Whatever uses <bdi>{name}</bdi> gets 401 within a second, and this cannot be taken back.{' '}
        {lastUsedAt === null ? 'It was never used.' : `It was last used on ${formatTime(lastUsedAt)}.`}{' '}
        {state === 'replaced' ? 'Its successor keeps working.' : 'To replace it without a gap, rotate it.'}
      </Text>
      <Group gap="sm">
        <Button loading={revoke.isPending} onClick={() => revoke.mutate()}>
          Revoke key
        </Button>
        <Button variant="default" onClick={close}>
          Keep it
        </Button>
      </Group>
      {revoke.error !== null && <Failure error={revoke.error} />}
      <SameAs command={`keys revoke ${id}`} />
    </Stack>
  )
}
