import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { Fragment, useState } from 'react'
import { useRefusal } from '../session.ts'
import { describeEndpoint, type Endpoint, type Topic, toEndpointState, topicNames } from '../webhook-texts.ts'
import { ActButton } from './act-button.tsx'
import { EndpointActs } from './endpoint-acts.tsx'
import type { MadeEndpoint } from './endpoint-form.tsx'
import { StateBadge } from './state-badge.tsx'

const columns = 4

interface EndpointsTableProps {
  readonly data: ConsoleResponse<'listEndpoints'>
  readonly onMade: (made: MadeEndpoint) => Promise<void>
}

/** Endpoints with what they are told of and how they are; each is managed below its row. */
export function EndpointsTable({ data: { items, topics, keepsSecrets }, onMade }: EndpointsTableProps) {
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
              topics={describeTopics(endpoint, topics)}
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

function describeTopics({ topics, app }: Endpoint, all: EndpointsTableProps['data']['topics']): string {
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
  /** What it is told of, in words. */
  readonly topics: string
  readonly isOpen: boolean
  readonly toggle: () => void
}

function Row({ endpoint, topics, isOpen, toggle }: RowProps) {
  const { url, app } = endpoint
  const refusal = useRefusal('workspace:manage')
  return (
    <Table.Tr>
      <Table.Td>
        <span style={{ overflowWrap: 'anywhere' }}>{url}</span>
      </Table.Td>
      <Table.Td data-label="Told when">
        <div>
          {topics}
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
        <ActButton
          variant="default"
          size="compact-sm"
          aria-label={`Manage ${url}`}
          aria-expanded={isOpen}
          isRefused={refusal !== undefined}
          onClick={toggle}
        >
          Manage
        </ActButton>
      </Table.Td>
    </Table.Tr>
  )
}
