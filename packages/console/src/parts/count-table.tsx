import { Anchor, Table, Text } from '@mantine/core'
import { Link } from 'react-router'
import { TableCard } from './table-card.tsx'

interface CountTableProps {
  readonly title: string
  readonly note?: string
  /** The text shown where there are no rows. */
  readonly empty?: string
  /** The heading of the first column. */
  readonly first: string
  readonly rows: readonly {
    readonly key: string
    readonly name: string
    readonly to?: string
    readonly counts: readonly number[]
  }[]
  /** The headings of the counts, in their order. */
  readonly columns: readonly string[]
}

export function CountTable({ title, note, empty, ...table }: CountTableProps) {
  const { first, rows, columns } = table
  return (
    <TableCard title={title}>
      {note !== undefined && rows.length > 0 && (
        <Text size="xs" c="dimmed" px="md">
          {note}
        </Text>
      )}
      {rows.length === 0 ? (
        <Text c="dimmed" p="md" pt={0}>
          {empty}
        </Text>
      ) : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{first}</Table.Th>
              {columns.map((name) => (
                <Table.Th key={name} className="figures">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.key}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {row.to === undefined ? (
                    <bdi>{row.name}</bdi>
                  ) : (
                    <Anchor component={Link} to={row.to}>
                      <bdi>{row.name}</bdi>
                    </Anchor>
                  )}
                </Table.Td>
                {columns.map((name, index) => (
                  <Table.Td key={name} className="figures">
                    {row.counts[index]?.toLocaleString('en')}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </TableCard>
  )
}
