import { Group, NativeSelect, Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { useRefusal } from '../session.ts'
import { formatTime } from '../texts.ts'
import { type Delivery, deliveryStateTexts, type Endpoint, toHost } from '../webhook-texts.ts'
import { ActButton } from './act-button.tsx'
import { ShowMore } from './app-list.tsx'
import { Copy } from './copy.tsx'
import { Failure, Loaded } from './loaded.tsx'
import { SentCells } from './sent-cells.tsx'

/** How often what came of deliveries is read anew. */
const everyMs = 5000

/** What endpoints were told, and what came of it. */
export function Deliveries({ endpoints }: { readonly endpoints: readonly Endpoint[] }) {
  const [search, setSearch] = useSearchParams()
  const state = Object.keys(deliveryStateTexts).find((name) => name === search.get('state'))
  const endpointId = endpoints.find(({ id }) => id === search.get('endpoint'))?.id
  const asked = { ...(state !== undefined && { state }), ...(endpointId !== undefined && { endpointId }) }
  const query = useInfiniteQuery({
    queryKey: ['deliveries', asked],
    queryFn: ({ pageParam }) =>
      call('listDeliveries', { query: { ...asked, ...(pageParam !== null && { after: pageParam }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: everyMs,
  })
  const ask = (filter: string, value: string) => {
    if (value === '') search.delete(filter)
    else search.set(filter, value)
    setSearch(search, { replace: true })
  }
  return (
    <Stack component="section" gap="sm" aria-labelledby="deliveries">
      <Title order={2} size={16} id="deliveries">
        Deliveries
      </Title>
      <Group gap="sm">
        <NativeSelect
          label="Show"
          value={state ?? ''}
          data={[
            { value: '', label: 'All deliveries' },
            ...Object.entries(deliveryStateTexts).map(([value, { name }]) => ({ value, label: name })),
          ]}
          onChange={({ currentTarget: { value } }) => ask('state', value)}
        />
        <NativeSelect
          label="Endpoint"
          maw={360}
          value={endpointId ?? ''}
          data={[
            { value: '', label: 'All endpoints' },
            ...endpoints.map(({ id, url }) => ({ value: id, label: `${toHost(url)} …${id.slice(-8)}` })),
          ]}
          onChange={({ currentTarget: { value } }) => ask('endpoint', value)}
        />
      </Group>
      <Loaded query={query}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          return items.length === 0 ? (
            <Text c="dimmed">Nothing such in the last 30 days.</Text>
          ) : (
            <div className="card" style={{ padding: 0, overflowX: 'auto' }}>
              <DeliveriesTable items={items} endpoints={endpoints} />
              <ShowMore query={query} />
            </div>
          )
        }}
      </Loaded>
    </Stack>
  )
}

interface TableProps {
  readonly items: readonly Delivery[]
  readonly endpoints: readonly Endpoint[]
}

function DeliveriesTable({ items, endpoints }: TableProps) {
  const queries = useQueryClient()
  const repeat = useMutation({
    mutationFn: ({ id, endpointId }: Delivery) => call('repeatDelivery', { id, body: { endpointId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['deliveries'] }),
  })
  return (
    <>
      {repeat.error !== null && <Failure error={repeat.error} />}
      <Table className="cards">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Message</Table.Th>
            <Table.Th>To</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Recorded</Table.Th>
            <Table.Th>
              <VisuallyHidden>Acts</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <Row
              key={`${item.id} ${item.endpointId}`}
              item={item}
              endpoint={endpoints.find(({ id }) => id === item.endpointId)}
              repeat={() => repeat.mutate(item)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}

interface RowProps {
  readonly item: Delivery
  /** Undefined where it was removed. */
  readonly endpoint: Endpoint | undefined
  readonly repeat: () => void
}

function Row({ item, endpoint, repeat }: RowProps) {
  const { id, topic, state, createdAt } = item
  const refusal = useRefusal('workspace:manage')
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={4} wrap="nowrap">
          {topic}
          <Copy text={id} of={`Id of ${topic}, ${formatTime(createdAt)}`} />
        </Group>
      </Table.Td>
      <Table.Td data-label="To">
        <span style={{ overflowWrap: 'anywhere' }}>
          {endpoint === undefined ? 'a removed endpoint' : toHost(endpoint.url)}
        </span>
      </Table.Td>
      <SentCells state={deliveryStateTexts[state]} sent={item} timeLabel="Recorded" />
      <Table.Td>
        {endpoint?.disabledAt === null && (
          <ActButton
            variant="default"
            size="compact-sm"
            aria-label={`Repeat: ${topic} to ${toHost(endpoint.url)}, ${formatTime(createdAt)}`}
            isRefused={refusal !== undefined}
            onClick={repeat}
          >
            Repeat
          </ActButton>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
