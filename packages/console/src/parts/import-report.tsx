import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Stack, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { historyReasonTexts } from '../history-texts.ts'
import { formatDecimal, formatMoney } from '../money.ts'
import { count } from '../texts.ts'
import { BegunTerms } from './begun-terms.tsx'
import { TableCard } from './table-card.tsx'

/** What an export says, and what becomes of it. */
export type Report = NonNullable<ConsoleResponse<'readHistoryImport'>['report']>

const membersShown = 50

const nameCounts = (counts: Report['added']): string =>
  counts.map(({ kind, count: rows }) => count(rows, kind)).join(', ') || 'nothing'

/** The whole report of an import: the same before it and after. */
export function ImportReport({ report }: { readonly report: Report }) {
  const { added, known, changed, missingFiles, withoutReferral, unsupported, unknownFields } = report
  const notes = [
    ...missingFiles.map((file) => `There is no ${file}: what it would tell is missing.`),
    ...(withoutReferral === 0
      ? []
      : [
          `Without the referral that they name, because it is not imported: ${count(withoutReferral, 'commission')}.`,
        ]),
    ...unsupported.map(
      ({ name, kind, count: rows }) => `Promised there, and not kept here: ${name} (${count(rows, kind)}).`,
    ),
    ...unknownFields.map(
      ({ file, name, count: rows }) =>
        `Left, because nobody knows what it says: ${name} of ${file} (${rows}).`,
    ),
  ]
  return (
    <Stack gap="md">
      <section className="card" aria-label="What is imported">
        <Stack gap={4}>
          <Text>
            <b>To add:</b> {nameCounts(added)}
          </Text>
          {known.length > 0 && (
            <Text>
              <b>Imported before:</b> {nameCounts(known)}
            </Text>
          )}
          {changed.length > 0 && (
            <Text>
              <b>Changed there since:</b>{' '}
              {changed.map(({ kind, change, count: rows }) => `${count(rows, kind)} ${change}`).join(', ')}
            </Text>
          )}
          {notes.map((note) => (
            <Text key={note} size="sm" c="dimmed">
              {note}
            </Text>
          ))}
        </Stack>
      </section>
      <Sums report={report} />
      <BegunTerms begun={report.begun} />
      <MembersTable report={report} />
      <SetAsideTable report={report} />
    </Stack>
  )
}

function Sums({ report: { money, currency, rounded, overpaid } }: { readonly report: Report }) {
  const say = (amountMinor: string) => formatMoney({ amountMinor, currency })
  const rows: readonly (readonly [string, ReactNode, string?])[] = [
    ['Earned there, to the last digit', formatDecimal(money.earned, currency)],
    ['Earned', say(money.earnedMinor), `${count(rounded.count, 'amount')} rounded`],
    ['Cancelled', say(money.cancelledMinor)],
    ['Paid', say(money.paidMinor)],
    ['of it kept on the way', say(money.keptMinor)],
    ['of it in no commission', say(money.differenceMinor)],
    ['Open, for you to decide on', say(money.openMinor)],
  ]
  return (
    <TableCard title="Sums">
      <Table className="cards">
        <Table.Tbody>
          {rows.map(([label, amount, note]) => (
            <Table.Tr key={label}>
              <Table.Td>
                {label}
                {note !== undefined && (
                  <Text size="xs" c="dimmed">
                    {note}
                  </Text>
                )}
              </Table.Td>
              <Table.Td className="figures">{amount}</Table.Td>
            </Table.Tr>
          ))}
          {overpaid.first.map(({ sourceId, amountMinor, paidMinor }) => (
            <Table.Tr key={sourceId}>
              <Table.Td>
                Payout <bdi>{sourceId}</bdi> went out with more than it says; what is beyond is not imported
              </Table.Td>
              <Table.Td className="figures">
                {say(paidMinor)} of {say(amountMinor)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableCard>
  )
}

function MembersTable({ report: { members, currency } }: { readonly report: Report }) {
  const say = (amountMinor: string) => formatMoney({ amountMinor, currency })
  if (members.count === 0) return null
  const rest = members.count - Math.min(members.first.length, membersShown)
  return (
    <TableCard title="Members">
      <Table className="cards">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Member</Table.Th>
            <Table.Th className="figures">Earned there</Table.Th>
            <Table.Th className="figures">Earned</Table.Th>
            <Table.Th className="figures">Paid</Table.Th>
            <Table.Th className="figures">Open</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {members.first.slice(0, membersShown).map((member) => (
            <Table.Tr key={member.sourceId}>
              <Table.Td>
                <bdi>{member.name}</bdi>
              </Table.Td>
              <Table.Td className="figures" data-label="Earned there">
                {formatDecimal(member.earned, currency)}
              </Table.Td>
              <Table.Td className="figures" data-label="Earned">
                {say(member.earnedMinor)}
              </Table.Td>
              <Table.Td className="figures" data-label="Paid">
                {say(member.paidMinor)}
              </Table.Td>
              <Table.Td className="figures" data-label="Open">
                {say(member.openMinor)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rest > 0 && (
        <Text p="md" c="dimmed">
          {count(rest, 'more member')}. The command prints them all with --json.
        </Text>
      )}
    </TableCard>
  )
}

function SetAsideTable({ report: { setAside } }: { readonly report: Report }) {
  if (setAside.length === 0) return null
  return (
    <TableCard title="Set aside">
      <Table className="cards">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Why</Table.Th>
            <Table.Th>What</Table.Th>
            <Table.Th className="figures">Amount</Table.Th>
            <Table.Th>The first</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {setAside.map(({ reason, kind, count: rows, amountMinor, currency, first }) => (
            <Table.Tr key={`${reason} ${kind} ${currency}`}>
              <Table.Td>{historyReasonTexts[reason] ?? reason}</Table.Td>
              <Table.Td data-label="What">{count(rows, kind)}</Table.Td>
              <Table.Td className="figures" data-label="Amount">
                {amountMinor === null || currency === null ? '–' : formatMoney({ amountMinor, currency })}
              </Table.Td>
              <Table.Td data-label="The first" style={{ overflowWrap: 'anywhere' }}>
                <bdi>{first.slice(0, 3).join(' · ')}</bdi>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableCard>
  )
}
