import { Button, Code, Group, Table, Text } from '@mantine/core'
import { Fragment, useState } from 'react'
import { count, formatTime } from '../texts.ts'
import { type Import, ImportDetails } from './import-details.tsx'
import { TableCard } from './table-card.tsx'

const hashShown = 12
const sources: Readonly<Record<string, string>> = { mantle: 'Mantle', partnerdex: 'PartnerDex' }

/** What was imported, the newest first; each with what it left, and how to undo it. */
export function ImportRows({ items }: { readonly items: readonly Import[] }) {
  const [open, setOpen] = useState<string>()
  return (
    <TableCard title="Imports">
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
                    <ImportDetails item={item} />
                  </Table.Td>
                </Table.Tr>
              )}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </TableCard>
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
