import { Code, Group, Table, Text, VisuallyHidden } from '@mantine/core'
import { Fragment, useEffect, useRef } from 'react'
import { useRefusal } from '../session.ts'
import { focusRow } from '../shortcuts.ts'
import { formatTime, keyKinds } from '../texts.ts'
import { ActButton } from './act-button.tsx'
import { Countdown } from './countdown.tsx'
import { type Key, RevokeKey, RotateKey } from './key-acts.tsx'
import type { MadeKey } from './made-key.tsx'
import { KeyBadge } from './state-badge.tsx'

/** A key on which somebody is about to act. */
export interface KeyAct {
  readonly id: string
  readonly name: 'rotate' | 'revoke'
}

const columns = 6
/** A mark of omission, and what tells keys of one name apart. */
const hintEnd = 5

interface TableProps {
  readonly items: readonly Key[]
  /** The key that somebody was led to. */
  readonly wanted: string | null
  readonly time: Omit<Parameters<typeof Countdown>[0], 'end'>
  readonly act: KeyAct | undefined
  readonly choose: (act: KeyAct | undefined) => void
  readonly onMade: (made: MadeKey) => Promise<void>
}

/** Keys, each with what it may do and uses, and with its acts. */
export function KeysTable({ items, wanted, time, act, choose, onMade }: TableProps) {
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
  const toButton = (label: string, chosen: KeyAct['name']) => (
    <ActButton
      variant="default"
      size="compact-sm"
      aria-label={`${label} ${name}, ${hint.slice(-hintEnd)}`}
      aria-expanded={act?.id === id && act.name === chosen}
      aria-describedby={refusal === undefined ? undefined : 'refusal'}
      isRefused={refusal !== undefined}
      onClick={() => choose({ id, name: chosen })}
    >
      {label}
    </ActButton>
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
