import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { type Endpoint, toHost } from '../webhook-texts.ts'
import { Act } from './act.tsx'
import { ActButton } from './act-button.tsx'
import type { MadeEndpoint } from './endpoint-form.tsx'

interface EndpointActsProps {
  readonly endpoint: Endpoint
  /** Whether secrets can be made here. */
  readonly keepsSecrets: boolean
  readonly onMade: (made: MadeEndpoint) => Promise<void>
  readonly close: () => void
}

export function EndpointActs({ endpoint, keepsSecrets, onMade, close }: EndpointActsProps) {
  return (
    <Stack gap="lg" maw={640} py="xs">
      {endpoint.disabledAt === null && (
        <>
          <Test endpoint={endpoint} />
          <RepeatFailed endpoint={endpoint} />
        </>
      )}
      <Switch endpoint={endpoint} />
      <Rotate endpoint={endpoint} keepsSecrets={keepsSecrets} onMade={onMade} />
      <Remove endpoint={endpoint} />
      <Group>
        <Button variant="default" onClick={close}>
          Close
        </Button>
      </Group>
    </Stack>
  )
}

interface Of {
  readonly endpoint: Endpoint
}

/** Does something, and has what is shown of endpoints and deliveries read anew. */
function useAct<Done>(run: () => Promise<Done>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['endpoints'] }),
        queries.invalidateQueries({ queryKey: ['deliveries'] }),
      ]),
  })
}

function Test({ endpoint: { id, url } }: Of) {
  const test = useAct(() => call('testEndpoint', { id }))
  return (
    <Act title="Try it out" command={`webhooks test ${id}`} error={test.error}>
      <Group gap="sm">
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Send a test to {toHost(url)}
        </Button>
        {test.data?.messageId && <Text role="status">It stands first below: see what came of it.</Text>}
      </Group>
    </Act>
  )
}

function RepeatFailed({ endpoint: { id } }: Of) {
  const repeat = useAct(() => call('repeatFailedDeliveries', { id }))
  return (
    <Act title="Repeat what was given up" command={`webhooks repeat-failed ${id}`} error={repeat.error}>
      <Group gap="sm">
        <Button variant="default" loading={repeat.isPending} onClick={() => repeat.mutate()}>
          Deliver once more
        </Button>
        {repeat.data !== undefined && (
          <Text role="status">
            {repeat.data.deliveries === 0
              ? 'Nothing was given up here.'
              : `To be delivered once more: ${repeat.data.deliveries}.`}
          </Text>
        )}
      </Group>
    </Act>
  )
}

function Switch({ endpoint: { id, disabledAt } }: Of) {
  const isEnabled = disabledAt === null
  const change = useAct(() => call('switchEndpoint', { id, body: { isEnabled: !isEnabled } }))
  return (
    <Act
      title={isEnabled ? 'Disable' : 'Enable'}
      command={`webhooks ${isEnabled ? 'disable' : 'enable'} ${id}`}
      error={change.error}
    >
      <Text>
        {isEnabled
          ? 'Nothing is delivered until you enable it again. What it would be told waits, for 30 days.'
          : 'What waits is delivered first, and tried for three days from now on.'}
      </Text>
      <Group>
        <Button variant="default" loading={change.isPending} onClick={() => change.mutate()}>
          {isEnabled ? 'Disable endpoint' : 'Enable endpoint'}
        </Button>
      </Group>
    </Act>
  )
}

const hourSeconds = 3600
const overlaps = [
  { label: 'No overlap', value: '0' },
  { label: '1 hour', value: `${hourSeconds}` },
  { label: '1 day', value: `${24 * hourSeconds}` },
  { label: '7 days', value: `${168 * hourSeconds}` },
]

function Rotate({
  endpoint: { id, url },
  keepsSecrets,
  onMade,
}: Of & Pick<EndpointActsProps, 'keepsSecrets' | 'onMade'>) {
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const [overlap, setOverlap] = useState(`${24 * hourSeconds}`)
  const body = { overlapSeconds: Number(overlap) }
  const rotate = useAct(async () =>
    onMade({ ...(await call('rotateEndpoint', { id, idempotencyKey, body })), url }),
  )
  return (
    <Act
      title="Rotate secret"
      reason={keepsSecrets ? undefined : withoutKey}
      command={`webhooks rotate ${id} --overlap ${body.overlapSeconds / hourSeconds}h`}
      error={rotate.error}
    >
      <Text>For as long as the overlap lasts, deliveries are signed with both secrets.</Text>
      <Group gap="sm" align="end">
        <NativeSelect
          label="Overlap"
          data={overlaps}
          value={overlap}
          onChange={({ currentTarget }) => setOverlap(currentTarget.value)}
        />
        <ActButton
          variant="default"
          isRefused={!keepsSecrets}
          loading={rotate.isPending}
          onClick={() => rotate.mutate()}
        >
          Rotate secret
        </ActButton>
      </Group>
    </Act>
  )
}

/** Why no secret can be made here. */
export const withoutKey =
  'The service has no AFFILIATE_SECRET_KEY, under which secrets are stored. Set it, or use the command where it is set.'

function Remove({ endpoint: { id, url } }: Of) {
  const remove = useAct(() => call('removeEndpoint', { id }))
  const [isMeant, setMeant] = useState(false)
  return (
    <Act title="Remove" command={`webhooks remove ${id}`} error={remove.error}>
      <Text>
        {toHost(url)} is told nothing more, not even what waits, and this cannot be taken back. To pause it,
        disable it.
      </Text>
      <Group gap="sm">
        {isMeant ? (
          <>
            <Button loading={remove.isPending} onClick={() => remove.mutate()}>
              Remove for good
            </Button>
            <Button variant="default" onClick={() => setMeant(false)}>
              Keep it
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={() => setMeant(true)}>
            Remove endpoint…
          </Button>
        )}
      </Group>
    </Act>
  )
}
