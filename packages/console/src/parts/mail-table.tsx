import { type ConsoleResponse, mailNames } from '@affiliate-platform/contract/console'
import { Button, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { useRefusal } from '../session.ts'
import { formatTime, type State } from '../texts.ts'
import { ActButton } from './act-button.tsx'
import { Failure } from './loaded.tsx'
import { SameAs } from './same-as.tsx'
import { SentCells } from './sent-cells.tsx'

type MailItem = ConsoleResponse<'listMails'>['items'][number]

export const mailStateTexts: Readonly<Record<MailItem['state'], State>> = {
  waiting: { mark: '◔', name: 'Waiting', tone: 'waits' },
  sent: { mark: '✓', name: 'Sent', tone: 'done' },
  failed: { mark: '⚠', name: 'Not sent', tone: 'wrong' },
}

const columns = 5

/** Mail with what came of it; each is sent once more below its row. */
export function MailTable({ items }: { readonly items: readonly MailItem[] }) {
  const [open, setOpen] = useState<string>()
  return (
    <Table className="cards">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Mail</Table.Th>
          <Table.Th>To</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th>Created</Table.Th>
          <Table.Th>
            <VisuallyHidden>Acts</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item) => {
          const key = `${item.id} ${item.recipientId}`
          return (
            <Row
              key={key}
              item={item}
              isOpen={open === key}
              toggle={(isOpen) => setOpen(isOpen ? key : undefined)}
            />
          )
        })}
      </Table.Tbody>
    </Table>
  )
}

interface RowProps {
  readonly item: MailItem
  readonly isOpen: boolean
  readonly toggle: (isOpen: boolean) => void
}

function Row({ item, isOpen, toggle }: RowProps) {
  const { kind, recipient, state, createdAt } = item
  const refusal = useRefusal('workspace:manage')
  return (
    <>
      <Table.Tr>
        <Table.Td>{mailNames[kind]}</Table.Td>
        <Table.Td data-label="To">
          <bdi style={{ overflowWrap: 'anywhere' }}>{recipient}</bdi>
        </Table.Td>
        <SentCells state={mailStateTexts[state]} sent={item} timeLabel="Created" />
        <Table.Td>
          {state !== 'waiting' && (
            <ActButton
              variant="default"
              size="compact-sm"
              aria-label={`Send again: ${mailNames[kind]} to ${recipient}, ${formatTime(createdAt)}`}
              aria-expanded={isOpen}
              isRefused={refusal !== undefined}
              onClick={() => toggle(!isOpen)}
            >
              Send again
            </ActButton>
          )}
        </Table.Td>
      </Table.Tr>
      {isOpen && (
        <Table.Tr>
          <Table.Td colSpan={columns} className="within">
            <Repeat item={item} close={() => toggle(false)} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

function Repeat({
  item: { id, recipientId },
  close,
}: {
  readonly item: MailItem
  readonly close: () => void
}) {
  const queries = useQueryClient()
  const repeat = useMutation({
    mutationFn: () => call('repeatMail', { id, body: { recipientId } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['mails'] })
      close()
    },
  })
  return (
    <Stack gap="sm" maw={640}>
      <Text>
        It is written anew with what is true now. Where nothing is to be told any more, it is not sent.
      </Text>
      <Group gap="sm">
        <Button loading={repeat.isPending} onClick={() => repeat.mutate()}>
          Send again
        </Button>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
      </Group>
      {repeat.error !== null && <Failure error={repeat.error} />}
      <SameAs command={`mail repeat ${id} --recipient ${recipientId}`} />
    </Stack>
  )
}
