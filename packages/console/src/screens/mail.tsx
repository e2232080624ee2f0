import { type ConsoleResponse, mailNames } from '@affiliate-platform/contract/console'
import { Button, Group, NativeSelect, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { ShowMore } from '../parts/app-list.tsx'
import { Failure, Loaded } from '../parts/loaded.tsx'
import { MailChoices } from '../parts/mail-choices.tsx'
import { SameAs } from '../parts/same-as.tsx'
import { Screen } from '../parts/screen.tsx'
import { SentCells } from '../parts/sent-cells.tsx'
import { useRefusal, useSession } from '../session.ts'
import { formatTime, type State } from '../texts.ts'
import { toWord } from '../to-word.ts'

type MailItem = ConsoleResponse<'listMails'>['items'][number]

const states: Readonly<Record<MailItem['state'], State>> = {
  waiting: { mark: '◔', name: 'Waiting', tone: 'waits' },
  sent: { mark: '✓', name: 'Sent', tone: 'done' },
  failed: { mark: '⚠', name: 'Not sent', tone: 'wrong' },
}

const columns = 5
/** How often what came of mail is read anew. */
const everyMs = 5000

/** Who was sent what mail, and what came of it; sent once more and tried out here. */
export function Mail() {
  const [search, setSearch] = useSearchParams()
  const state = Object.keys(states).find((name) => name === search.get('state'))
  const query = useInfiniteQuery({
    queryKey: ['mails', state],
    queryFn: ({ pageParam }) =>
      call('listMails', {
        query: { ...(state !== undefined && { state }), ...(pageParam !== null && { after: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: everyMs,
  })
  return (
    <Screen title="Mail">
      <MailTest />
      <NativeSelect
        label="Show"
        maw={240}
        value={state ?? ''}
        data={[
          { value: '', label: 'All mail' },
          ...Object.entries(states).map(([value, { name }]) => ({ value, label: name })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          setSearch(value === '' ? {} : { state: value }, { replace: true })
        }
      />
      <Loaded query={query}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          return items.length === 0 ? (
            <Text c="dimmed">
              {state === undefined
                ? 'No mail in the last 30 days. Members are told of payments and of terms that change, operators of disputes.'
                : 'No such mail in the last 30 days.'}
            </Text>
          ) : (
            <div className="card" style={{ padding: 0, overflowX: 'auto' }}>
              <MailTable items={items} />
              <ShowMore query={query} />
            </div>
          )
        }}
      </Loaded>
      <MailChoices list={() => call('listMailChoices')} choose={(body) => call('setMailChoice', { body })} />
    </Screen>
  )
}

function MailTest() {
  const queries = useQueryClient()
  const refusal = useRefusal('workspace:manage')
  const email = useSession().account.email
  const test = useMutation({
    mutationFn: () => call('sendTestMail'),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['mails'] }),
  })
  return (
    <section className="card" aria-label="Try it out">
      <Stack gap="sm">
        <Group gap="sm">
          <Button
            variant="default"
            disabled={refusal !== undefined}
            loading={test.isPending}
            aria-describedby={refusal === undefined ? undefined : 'refusal'}
            onClick={() => test.mutate()}
          >
            Send a test to {email}
          </Button>
          {test.isSuccess && <Text role="status">It stands first in the list: see what came of it.</Text>}
        </Group>
        {refusal !== undefined && (
          <Text c="dimmed" id="refusal">
            {refusal}
          </Text>
        )}
        {test.error !== null && <Failure error={test.error} />}
        <SameAs command={`mail test ${toWord(email)}`} />
      </Stack>
    </section>
  )
}

function MailTable({ items }: { readonly items: readonly MailItem[] }) {
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
        <SentCells state={states[state]} sent={item} timeLabel="Created" />
        <Table.Td>
          {state !== 'waiting' && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Send again: ${mailNames[kind]} to ${recipient}, ${formatTime(createdAt)}`}
              aria-expanded={isOpen}
              disabled={refusal !== undefined}
              onClick={() => toggle(!isOpen)}
            >
              Send again
            </Button>
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
