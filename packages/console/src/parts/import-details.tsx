import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Alert, Stack, Table, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { follow } from '../follow.ts'
import { historyReasonTexts } from '../history-texts.ts'
import { formatMoney } from '../money.ts'
import { useRefusal } from '../session.ts'
import { toWord } from '../to-word.ts'
import { Act } from './act.tsx'
import { ActButton } from './act-button.tsx'
import { Form } from './form.tsx'
import { Loaded } from './loaded.tsx'

export type Import = ConsoleResponse<'listHistoryImports'>['items'][number]

/** What an import has set aside, and how to undo it. */
export function ImportDetails({ item }: { readonly item: Import }) {
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
                  {historyReasonTexts[reason] ?? reason}
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
      <Form submit={() => act.mutate()} gap="xs" maw={480}>
        <TextInput
          label="Reason"
          required
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <ActButton type="submit" color="red.9" loading={act.isPending} isRefused={refusal !== undefined}>
          Undo import
        </ActButton>
      </Form>
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
