import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Table, Text } from '@mantine/core'
import { count, formatTime } from '../texts.ts'
import { TableCard } from './table-card.tsx'

type Begun = NonNullable<ConsoleResponse<'readHistoryImport'>['report']>['begun']

const shown = 50

/** Referrals with a term of which nothing is sold yet. */
export function BegunTerms({ begun }: { readonly begun: Begun }) {
  if (begun.count === 0) return null
  const rest = begun.count - Math.min(begun.first.length, shown)
  return (
    <TableCard title="Terms that begin without a sale">
      <Text px="md" size="sm" c="dimmed">
        Nothing is sold yet: here the term begins with the referral, there with the first sale.
      </Text>
      <Table className="cards">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Referral</Table.Th>
            <Table.Th>Begins</Table.Th>
            <Table.Th>Ends</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {begun.first.slice(0, shown).map(({ sourceId, shopDomain, beginsAt, endsAt }) => (
            <Table.Tr key={sourceId}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <bdi>{shopDomain}</bdi>
              </Table.Td>
              <Table.Td data-label="Begins">{formatTime(beginsAt)}</Table.Td>
              <Table.Td data-label="Ends">{formatTime(endsAt)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rest > 0 && (
        <Text p="md" c="dimmed">
          {count(rest, 'more referral')}. The command prints them all with --json.
        </Text>
      )}
    </TableCard>
  )
}
