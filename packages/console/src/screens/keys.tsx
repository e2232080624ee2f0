import { Button, Code, Group, Stack, Switch, Table, Text, VisuallyHidden } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { Countdown } from '../parts/countdown.tsx'
import { type Key, RevokeKey, RotateKey } from '../parts/key-acts.tsx'
import { KeyForm } from '../parts/key-form.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { type MadeKey, NewKey } from '../parts/made-key.tsx'
import { useMade } from '../parts/made-secret.tsx'
import { SameAs } from '../parts/same-as.tsx'
import { Screen } from '../parts/screen.tsx'
import { KeyBadge } from '../parts/state-badge.tsx'
import { useRefusal } from '../session.ts'
import { focusRow } from '../shortcuts.ts'
import { formatTime, keyKinds } from '../texts.ts'

/** A key on which somebody is about to act. */
interface Act {
  readonly id: string
  readonly name: 'rotate' | 'revoke'
}

const columns = 6
/** A mark of omission, and what tells keys of one name apart. */
const hintEnd = 5
/** How often the meters are read anew. */
const meteredEveryMs = 5000

/** Which keys open the workspace, what each may do and uses; made, rotated and revoked here. */
export function Keys() {
  const queries = useQueryClient()
  const refusal = useRefusal('workspace:manage')
  const [search, setSearch] = useSearchParams()
  const [isCreating, setCreating] = useState(false)
  const { made, show, dismiss } = useMade<MadeKey>()
  const [act, setAct] = useState<Act>()
  const query = useQuery({
    queryKey: ['keys'],
    queryFn: () => call('listKeys'),
    refetchInterval: meteredEveryMs,
  })
  const refresh = () => queries.invalidateQueries({ queryKey: ['keys'] })
  const choose = (chosen: Act | undefined) => {
    setCreating(false)
    setAct(chosen)
  }
  const onMade = async (key: MadeKey) => {
    choose(undefined)
    show(key)
    await refresh()
  }
  const showsEnded = search.get('show') === 'ended'
  const wanted = search.get('key')
  return (
    <Screen
      title="Keys"
      acts={
        <Button
          disabled={refusal !== undefined || isCreating}
          aria-describedby={refusal === undefined ? undefined : 'refusal'}
          onClick={() => {
            choose(undefined)
            dismiss()
            setCreating(true)
          }}
        >
          Create key
        </Button>
      }
    >
      {refusal !== undefined && (
        <Text c="dimmed" id="refusal">
          {refusal}
        </Text>
      )}
      {made !== undefined && <NewKey made={made} dismiss={dismiss} />}
      <Loaded query={query}>
        {({ asOf, items, isCut, apps }) => {
          const shown = items.filter(({ id, state }) => showsEnded || state !== 'ended' || id === wanted)
          const time = { asOf, toldAtMs: query.dataUpdatedAt, onEnd: () => void refresh() }
          return (
            <>
              {isCreating && <KeyForm apps={apps} onMade={onMade} cancel={() => setCreating(false)} />}
              <Switch
                label="Show keys that have ended"
                checked={showsEnded}
                onChange={({ currentTarget: { checked } }) =>
                  setSearch(checked ? { show: 'ended' } : {}, { replace: true })
                }
              />
              {shown.length === 0 ? (
                <Text c="dimmed">No active keys. Create one for whatever calls the service.</Text>
              ) : (
                <div className="card" style={{ padding: 0, overflowX: 'auto' }}>
                  <KeysTable
                    items={shown}
                    wanted={wanted}
                    time={time}
                    act={act}
                    choose={choose}
                    onMade={onMade}
                  />
                  {isCut && (
                    <Stack p="md" gap={4}>
                      <Text c="dimmed">These are the newest {items.length}. All of them:</Text>
                      <SameAs command="keys list" />
                    </Stack>
                  )}
                </div>
              )}
            </>
          )
        }}
      </Loaded>
    </Screen>
  )
}

interface TableProps {
  readonly items: readonly Key[]
  /** The key that somebody was led to. */
  readonly wanted: string | null
  readonly time: Omit<Parameters<typeof Countdown>[0], 'end'>
  readonly act: Act | undefined
  readonly choose: (act: Act | undefined) => void
  readonly onMade: (made: MadeKey) => Promise<void>
}

function KeysTable({ items, wanted, time, act, choose, onMade }: TableProps) {
  const cancel = () => choose(undefined)
  return (
    <Table className="cards">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Key</Table.Th>
          <Table.Th>Opens</Table.Th>
          <Table.Th>State</Table.Th>
          <Table.Th>Last used</Table.Th>
          <Table.Th>Requests</Table.Th>
          <Table.Th>
            <VisuallyHidden>Acts</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item) => (
          <Fragment key={item.id}>
            <Row item={item} isWanted={item.id === wanted} time={time} act={act} choose={choose} />
            {act?.id === item.id && (
              <Table.Tr>
                <Table.Td colSpan={columns} className="within">
                  {act.name === 'rotate' ? (
                    <RotateKey item={item} onMade={onMade} cancel={cancel} />
                  ) : (
                    <RevokeKey item={item} close={cancel} />
                  )}
                </Table.Td>
              </Table.Tr>
            )}
          </Fragment>
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface RowProps extends Pick<TableProps, 'time' | 'act' | 'choose'> {
  readonly item: Key
  readonly isWanted: boolean
}

function Row({ item, isWanted, time, act, choose }: RowProps) {
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (isWanted && row.current !== null) focusRow(row.current)
  }, [isWanted])
  const refusal = useRefusal('workspace:manage')
  const { id, name, hint, kind, app, scopes, state, lastUsedAt, revokedAt } = item
  const toButton = (label: string, chosen: Act['name']) => (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`${label} ${name}, ${hint.slice(-hintEnd)}`}
      aria-expanded={act?.id === id && act.name === chosen}
      aria-describedby={refusal === undefined ? undefined : 'refusal'}
      disabled={refusal !== undefined}
      onClick={() => choose({ id, name: chosen })}
    >
      {label}
    </Button>
  )
  return (
    <Table.Tr ref={row}>
      <Table.Td>
        <div style={{ minWidth: 200, overflowWrap: 'anywhere' }}>
          <bdi>{name}</bdi>
          <div>
            <Code style={{ whiteSpace: 'nowrap' }}>{hint}</Code>
          </div>
        </div>
      </Table.Td>
      <Table.Td data-label="Opens">
        <div>
          {keyKinds[kind].name}
          {app !== null && (
            <>
              {' '}
              of <bdi>{app}</bdi>
            </>
          )}
          <Text size="xs" c="dimmed">
            {scopes.join(', ')}
          </Text>
        </div>
      </Table.Td>
      <Table.Td data-label="State">
        <div>
          <KeyBadge state={revokedAt === null ? state : 'revoked'} />
          <End item={item} time={time} />
        </div>
      </Table.Td>
      <Table.Td data-label="Last used">
        <div style={{ minWidth: 100 }}>{lastUsedAt === null ? 'never' : formatTime(lastUsedAt)}</div>
      </Table.Td>
      <Table.Td data-label="Requests">
        <Requests item={item} />
      </Table.Td>
      <Table.Td>
        {state !== 'ended' && (
          <Group gap="xs" wrap="nowrap">
            {state === 'works' && toButton('Rotate', 'rotate')}
            {toButton('Revoke', 'revoke')}
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function End({ item: { state, expiresAt, revokedAt }, time }: Pick<RowProps, 'item' | 'time'>) {
  const end = revokedAt ?? expiresAt
  if (end === null) return null
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {state === 'replaced' && (
        <>
          Works for <Countdown {...time} end={end} />
          <br />
        </>
      )}
      {state === 'ended' ? 'on' : 'until'} {formatTime(end)}
    </Text>
  )
}

function Requests({ item: { state, quota } }: Pick<RowProps, 'item'>) {
  const { used, max } = quota
  if (state === 'ended') return '–'
  if (state === 'replaced') return <Text size="xs">counted with its successor’s</Text>
  return (
    <div>
      <div className="bar meter" aria-hidden="true">
        {used > 0 && <span style={{ width: `${Math.min(used / max, 1) * 100}%` }} />}
      </div>
      <Text size="xs" className="figures">
        {used.toLocaleString('en')} of {max.toLocaleString('en')} in this minute
      </Text>
    </div>
  )
}
