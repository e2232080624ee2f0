import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, Group, Table } from '@mantine/core'
import { Link } from 'react-router'
import { actions, nameKind } from '../audit-texts.ts'
import { formatMoney } from '../money.ts'
import { formatTime } from '../texts.ts'
import { Copy } from './copy.tsx'

type Entry = ConsoleResponse<'listAudit'>['items'][number]

/** Records that have a name themselves; others have that of what they are about. */
const named = ['api_key', 'account', 'app', 'program', 'group', 'membership', 'application']

interface AuditEntriesProps {
  readonly items: readonly Entry[]
  readonly search: URLSearchParams
}

/** A table of entries: who did what to which record, and what it changed. */
export function AuditEntries({ items, search }: AuditEntriesProps) {
  return (
    <div className="card" style={{ padding: 0, overflowX: 'auto' }}>
      <Table className="cards">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>When</Table.Th>
            <Table.Th>Who</Table.Th>
            <Table.Th>What</Table.Th>
            <Table.Th>Changes</Table.Th>
            <Table.Th>Record</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map(({ id, at, actor, action, subject, record, changes, ...about }) => (
            <Table.Tr key={`${at} ${id} ${subject}`}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatTime(at)}</Table.Td>
              <Table.Td data-label="Who">
                <bdi>{actor.name}</bdi>
              </Table.Td>
              <Table.Td data-label="What">
                <span>
                  {actions[action] ?? action} {nameKind(subject)}
                  <About subject={subject} {...about} />
                </span>
              </Table.Td>
              <Table.Td data-label="Changes" className={changes.length === 0 ? 'nothing' : undefined}>
                {changes.length === 0 ? '–' : <Changes changes={changes} />}
              </Table.Td>
              <Table.Td data-label="Record">
                <Group gap="xs" wrap="nowrap">
                  {search.get('record') !== record && (
                    <Anchor component={Link} to={`?record=${record}`} style={{ flex: 'none' }}>
                      Its history
                    </Anchor>
                  )}
                  <Copy text={record} of="id" />
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

/** Whom, which shop and how much an entry is about, as far as it has them. */
function About({
  subject,
  name,
  shopDomain,
  amount,
}: Pick<Entry, 'subject' | 'name' | 'shopDomain' | 'amount'>) {
  return (
    <>
      {name !== null && (
        <>
          {named.includes(subject) ? ' ' : ' for '}
          <bdi style={{ fontWeight: 600 }}>{name}</bdi>
        </>
      )}
      {shopDomain !== null && `, ${shopDomain}`}
      {amount !== null && `, ${formatMoney(amount)}`}
    </>
  )
}

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)

const toValue = (text: string | null): string => {
  if (text === null) return 'none'
  return isTime(text) ? formatTime(text) : text
}

function Changes({ changes }: Pick<Entry, 'changes'>) {
  return (
    <table className="changes">
      <thead>
        <tr>
          <th>Field</th>
          <th>Before</th>
          <th>After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{field.replaceAll('_', ' ')}</th>
            <td>{toValue(before)}</td>
            <td>{toValue(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
