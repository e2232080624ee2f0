import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Button, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { call } from '../api.ts'
import { Deliveries } from '../parts/deliveries.tsx'
import { EndpointActs, withoutKey } from '../parts/endpoint-acts.tsx'
import { EndpointForm, type MadeEndpoint } from '../parts/endpoint-form.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { MadeSecret, useMade } from '../parts/made-secret.tsx'
import { Screen } from '../parts/screen.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { useRefusal } from '../session.ts'
import {
  describeEndpoint,
  type Endpoint,
  type Topic,
  toEndpointState,
  toHost,
  topicNames,
} from '../webhook-texts.ts'

const columns = 4
/** How often it is read anew how endpoints are. */
const everyMs = 5000

/** Who is told of what happens, and what came of it; added, tried out, paused and repeated here. */
export function Webhooks() {
  const queries = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const { made, show, dismiss } = useMade<MadeEndpoint>()
  const query = useQuery({
    queryKey: ['endpoints'],
    queryFn: () => call('listEndpoints'),
    refetchInterval: everyMs,
  })
  const refusal =
    useRefusal('workspace:manage') ?? (query.data?.keepsSecrets === false ? withoutKey : undefined)
  const onMade = async (endpoint: MadeEndpoint) => {
    setAdding(false)
    show(endpoint)
    await queries.invalidateQueries({ queryKey: ['endpoints'] })
  }
  return (
    <Screen
      title="Webhooks"
      acts={
        <Button
          disabled={refusal !== undefined || isAdding}
          aria-describedby={refusal === undefined ? undefined : 'refusal'}
          onClick={() => {
            dismiss()
            setAdding(true)
          }}
        >
          Add endpoint
        </Button>
      }
    >
      {refusal !== undefined && (
        <Text c="dimmed" id="refusal">
          {refusal}
        </Text>
      )}
      {made !== undefined && (
        <MadeSecret
          title={`The secret of ${toHost(made.url)}`}
          secret={made.secret}
          told="Give it to the receiver, which verifies deliveries with it. It is not shown again."
          lost="The secret was shown when it was made. If nobody has saved it, rotate it: the new one is shown."
          copyName="Copy secret"
          dismiss={dismiss}
        />
      )}
      <Loaded query={query}>
        {(told) => (
          <>
            {isAdding && <EndpointForm {...told} onMade={onMade} cancel={() => setAdding(false)} />}
            {told.items.length === 0 ? (
              <Text c="dimmed">
                Nobody is told yet. Add an endpoint, and your app, your accounting or a chat is told of
                referrals, commissions and payouts as they are recorded.
              </Text>
            ) : (
              <div className="card" style={{ padding: 0, overflowX: 'auto' }}>
                <EndpointsTable told={told} onMade={onMade} />
              </div>
            )}
            {told.items.length > 0 && <Deliveries endpoints={told.items} />}
          </>
        )}
      </Loaded>
    </Screen>
  )
}

interface TableProps {
  readonly told: ConsoleResponse<'listEndpoints'>
  readonly onMade: (made: MadeEndpoint) => Promise<void>
}

function EndpointsTable({ told: { items, topics, keepsSecrets }, onMade }: TableProps) {
  const [open, setOpen] = useState<string>()
  return (
    <Table className="cards">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Endpoint</Table.Th>
          <Table.Th>Told when</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th>
            <VisuallyHidden>Acts</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((endpoint) => (
          <Fragment key={endpoint.id}>
            <Row
              endpoint={endpoint}
              told={describeTopics(endpoint, topics)}
              isOpen={open === endpoint.id}
              toggle={() => setOpen(open === endpoint.id ? undefined : endpoint.id)}
            />
            {open === endpoint.id && (
              <Table.Tr>
                <Table.Td colSpan={columns} className="within">
                  <EndpointActs
                    endpoint={endpoint}
                    keepsSecrets={keepsSecrets}
                    onMade={onMade}
                    close={() => setOpen(undefined)}
                  />
                </Table.Td>
              </Table.Tr>
            )}
          </Fragment>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function describeTopics({ topics, app }: Endpoint, all: TableProps['told']['topics']): string {
  const offered = all.filter(({ isOfApp }) => isOfApp || app === null)
  const left = offered.filter(({ name }) => !topics.includes(name))
  const toWords = (names: readonly Topic[]) => names.map((name) => topicNames[name]).join('; ')
  if (left.length === 0) return 'anything is recorded'
  return left.length < topics.length
    ? `anything is recorded, except: ${toWords(left.map(({ name }) => name))}`
    : toWords(topics)
}

interface RowProps {
  readonly endpoint: Endpoint
  /** Of what it is told, in words. */
  readonly told: string
  readonly isOpen: boolean
  readonly toggle: () => void
}

function Row({ endpoint, told, isOpen, toggle }: RowProps) {
  const { url, app } = endpoint
  const refusal = useRefusal('workspace:manage')
  return (
    <Table.Tr>
      <Table.Td>
        <span style={{ overflowWrap: 'anywhere' }}>{url}</span>
      </Table.Td>
      <Table.Td data-label="Told when">
        <div>
          {told}
          <Text size="xs" c="dimmed">
            {app === null ? 'of all apps' : <bdi>of {app}</bdi>}
          </Text>
        </div>
      </Table.Td>
      <Table.Td data-label="State">
        <div>
          <StateBadge state={toEndpointState(endpoint)} />
          <Stack gap={0} mt={4}>
            {describeEndpoint(endpoint).map((line) => (
              <Text key={line} size="xs" c="dimmed">
                {line}
              </Text>
            ))}
          </Stack>
        </div>
      </Table.Td>
      <Table.Td>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Manage ${url}`}
          aria-expanded={isOpen}
          disabled={refusal !== undefined}
          onClick={toggle}
        >
          Manage
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}
