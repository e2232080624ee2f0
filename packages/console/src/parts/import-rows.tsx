import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Alert, Button, Code, Group, Stack, Table, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, Fragment, useState } from 'react'
import { call } from '../api.ts'
import { follow } from '../follow.ts'
import { historyReasons } from '../history-texts.ts'
import { formatMoney } from '../money.ts'
import { useRefusal } from '../session.ts'
import { count, formatTime } from '../texts.ts'
import { Act } from './act.tsx'
import { Loaded } from './loaded.tsx'
import { toWord } from './same-as.tsx'
import { Card } from './table-card.tsx'

type Import = ConsoleResponse<'listHistoryImports'>['items'][number]

const hashShown = 12
const sources: Readonly<Record<string, string>> = { mantle: 'Mantle', partnerdex: 'PartnerDex' }

/** What was imported, the newest first; each with what it left, and how to undo it. */
export function ImportRows({ items }: { readonly items: readonly Import[] }) {
  const [open, setOpen] = useState<string>()
  return (
    <Card title="Imports">
      <Table className="cards">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Import</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>By</Table.Th>
            <Table.Th>Added</Table.Th>
            <Table.Th className="figures">Set aside</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <Fragment key={item.id}>
              <Row
                item={item}
                isOpen={open === item.id}
                toggle={() => setOpen(open === item.id ? undefined : item.id)}
              />
              {open === item.id && (
                <Table.Tr>
                  <Table.Td colSpan={5} className="within">
                    <Details item={item} />
                  </Table.Td>
                </Table.Tr>
              )}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  )
}

interface RowProps {
  readonly item: Import
  readonly isOpen: boolean
  readonly toggle: () => void
}

function Row({ item, isOpen, toggle }: RowProps) {
  const {
    source,
    name,
    sha256,
    cutOverAt,
    currency,
    actor,
    createdAt,
    completedAt,
    added,
    setAside,
    undone,
  } = item
  const state = undone === null ? (completedAt === null ? 'Not complete' : 'Complete') : 'Undone'
  return (
    <Table.Tr>
      <Table.Td>
        <div style={{ overflowWrap: 'anywhere' }}>
          {sources[source] ?? source}: <bdi>{name}</bdi>
          <Text size="xs" c="dimmed">
            {currency}, cut-over {formatTime(cutOverAt)}, SHA-256 <Code>{sha256.slice(0, hashShown)}…</Code>
          </Text>
        </div>
      </Table.Td>
      <Table.Td data-label="State">
        <div>
          {state}
          {undone !== null && (
            <Text size="xs" c="dimmed">
              by <bdi>{undone.actor}</bdi>, {formatTime(undone.at)}: <bdi>{undone.reason}</bdi>
            </Text>
          )}
        </div>
      </Table.Td>
      <Table.Td data-label="By">
        <div>
          <bdi>{actor}</bdi>
          <Text size="xs" c="dimmed">
            {formatTime(createdAt)}
          </Text>
        </div>
      </Table.Td>
      <Table.Td data-label="Added">
        {added.map(({ kind, count: rows }) => count(rows, kind)).join(', ') || 'nothing'}
      </Table.Td>
      <Table.Td className="figures" data-label="Set aside">
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          {setAside}
          <Button
            variant="default"
            size="compact-sm"
            aria-expanded={isOpen}
            aria-label={`Details of ${name}, ${formatTime(createdAt)}`}
            onClick={toggle}
          >
            Details
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

function Details({ item }: { readonly item: Import }) {
  const query = useQuery({
    queryKey: ['imports', item.id],
    queryFn: () => call('readHistoryImport', { id: item.id }),
  })
  return (
    <Stack gap="md">
      <Loaded query={query}>{(read) => <LeftRows read={read} />}</Loaded>
      {item.completedAt !== null && <Undo item={item} />}
      {item.completedAt === null && (
        <Text c="dimmed">
          It was cut off. Import the same export with the same choices: it goes on where it was.
        </Text>
      )}
    </Stack>
  )
}

function LeftRows({ read: { setAside, isCut } }: { readonly read: ConsoleResponse<'readHistoryImport'> }) {
  if (setAside.length === 0) return <Text c="dimmed">No row is set aside.</Text>
  return (
    <div style={{ overflowX: 'auto' }}>
      <Table className="cards">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Why</Table.Th>
            <Table.Th>What</Table.Th>
            <Table.Th>Place</Table.Th>
            <Table.Th className="figures">Amount</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {setAside.map(({ kind, sourceId, file, number, reason, detail, amountMinor, currency }) => (
            <Table.Tr key={`${kind} ${sourceId}`}>
              <Table.Td>
                <div>
                  {historyReasons[reason] ?? reason}
                  {detail !== null && (
                    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                      {detail}
                    </Text>
                  )}
                </div>
              </Table.Td>
              <Table.Td data-label="What" style={{ overflowWrap: 'anywhere' }}>
                <div>
                  {kind} <bdi>{sourceId}</bdi>
                </div>
              </Table.Td>
              <Table.Td data-label="Place">
                {file}, {number}
              </Table.Td>
              <Table.Td className="figures" data-label="Amount">
                {amountMinor === null || currency === null ? '–' : formatMoney({ amountMinor, currency })}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {isCut && (
        <Text c="dimmed">These are the first {setAside.length}. The command import set-aside lists all.</Text>
      )}
    </div>
  )
}

function Undo({ item: { id, undone } }: { readonly item: Import }) {
  const queries = useQueryClient()
  const refusal = useRefusal('workspace:manage')
  const [reason, setReason] = useState('')
  const act = useMutation({
    mutationFn: () => follow('undoHistoryImport', { id, body: { reason }, onLine: () => undefined }),
    onSettled: () => queries.invalidateQueries(),
  })
  if (undone !== null) return null
  const rejected = act.data !== undefined && 'rejected' in act.data ? act.data : undefined
  return (
    <Act
      title="Undo this import"
      reason={refusal}
      command={`import undo ${id} --reason ${toWord(reason.trim() || '…')}`}
      error={act.error}
    >
      <Text size="sm">
        Its programs and members are closed, its referrals ended, its commissions taken back and its payouts
        voided. The same export can be imported again.
      </Text>
      <Stack
        component="form"
        gap="xs"
        maw={480}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          act.mutate()
        }}
      >
        <TextInput
          label="Reason"
          required
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Button type="submit" color="red.9" loading={act.isPending} disabled={refusal !== undefined}>
          Undo import
        </Button>
      </Stack>
      {rejected !== undefined && (
        <Alert color="yellow" role="alert" title="Nothing was undone">
          {rejected.rejected}
          {rejected.dependents?.map(({ what, id: of }) => (
            <div key={`${what} ${of}`} style={{ overflowWrap: 'anywhere' }}>
              {of}: {what}
            </div>
          ))}
        </Alert>
      )}
    </Act>
  )
}
