import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import { type Amount, formatMoney } from '../money.ts'
import { describePayoutReason, decisions as names, warnings as warningTexts } from '../texts.ts'
import { AmountDoor } from './amount-door.tsx'
import { toCommissions } from './place-doors.ts'
import { DecisionBadge, PayoutBadge } from './state-badge.tsx'

type Decision = ConsoleResponse<'previewPayoutRun'>['decisions'][number] &
  Partial<Pick<ConsoleResponse<'readPayoutRun'>['decisions'][number], 'payout'>>

/** Whom a run pays, whom not, and why: each kind behind a filter that is in the address. */
export function DecisionsTable({ decisions }: { readonly decisions: readonly Decision[] }) {
  const [search, setSearch] = useSearchParams()
  const kinds = Object.keys(names).filter((kind) => decisions.some(({ decision }) => decision === kind))
  const chosen = kinds.find((kind) => kind === search.get('show')) ?? kinds[0]
  const countOf = (kind: string) => decisions.filter(({ decision }) => decision === kind).length
  if (chosen === undefined) return <Text c="dimmed">No member has money in this run.</Text>
  const sumName = chosen === 'paid' ? 'Amount' : 'Available'
  return (
    <Stack gap="sm">
      <SegmentedControl
        value={chosen}
        onChange={(show) => setSearch({ show }, { replace: true })}
        data={kinds.map((kind) => ({
          value: kind,
          label: `${kind === 'paid' ? 'Payouts' : names[kind]?.name} ${countOf(kind)}`,
        }))}
        style={{ alignSelf: 'start', maxWidth: '100%', flexWrap: 'wrap' }}
      />
      <div className="card" style={{ padding: 0, overflowX: 'auto' }}>
        <Table className="cards">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Member</Table.Th>
              <Table.Th>Decision</Table.Th>
              <Table.Th className="figures">{sumName}</Table.Th>
              <Table.Th className="figures">Held</Table.Th>
              <Table.Th className="figures">Threshold</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {decisions
              .filter(({ decision }) => decision === chosen)
              .map((decision) => (
                <DecisionRow
                  key={`${decision.member.id} ${decision.available.currency}`}
                  decision={decision}
                  sumName={sumName}
                />
              ))}
          </Table.Tbody>
        </Table>
      </div>
    </Stack>
  )
}

interface DecisionRowProps {
  readonly decision: Decision
  readonly sumName: string
}

function DecisionRow({ decision: decided, sumName }: DecisionRowProps) {
  const { member, decision, reason, warnings, available, held, threshold, payout } = decided
  // What was held when a run was frozen may be paid by now.
  const toDoor = (status: string, { currency, amountMinor }: Amount) =>
    toCommissions({
      ...{ membershipId: member.id, currency },
      ...(payout === undefined && { status, sum: amountMinor }),
    })
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to={payout ? `/payouts/${payout.id}` : `/members/${member.id}`}>
          <bdi>{member.name}</bdi>
        </Anchor>
      </Table.Td>
      <Table.Td data-label="Decision">
        <Group gap="xs">
          {payout ? <PayoutBadge status={payout.status} /> : <DecisionBadge decision={decision} />}
          {[reason && describePayoutReason(reason), ...warnings.map((warning) => warningTexts[warning])]
            .filter((text) => typeof text === 'string')
            .map((text) => (
              <Text key={text} size="xs" c="dimmed">
                {text}
              </Text>
            ))}
        </Group>
      </Table.Td>
      <Table.Td className="figures" data-label={sumName}>
        <AmountDoor
          amount={available}
          opens={payout ? `/payouts/${payout.id}` : toDoor('available', available)}
        />
      </Table.Td>
      <Table.Td className="figures" data-label="Held">
        <AmountDoor amount={held} opens={toDoor('held', held)} />
      </Table.Td>
      <Table.Td className="figures" data-label="Threshold">
        {warnings.includes('no_threshold_for_currency') ? 'None' : formatMoney(threshold)}
      </Table.Td>
    </Table.Tr>
  )
}
