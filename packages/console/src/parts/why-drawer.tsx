import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { describePhrase } from '@affiliate-platform/contract/console'
import { CloseButton, Drawer, Group, Stack, Table, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { addDecimals, formatDecimal, formatMoney } from '../money.ts'
import { formatDay, saleKinds } from '../texts.ts'
import { Loaded } from './loaded.tsx'
import { SameAs } from './same-as.tsx'

type Explanation = ConsoleResponse<'explainUnit'>

/** Why a unit of a payout is there: at an address of its own, so that it can be sent to someone. */
export function WhyDrawer({ payoutId }: { readonly payoutId: string }) {
  const [search, setSearch] = useSearchParams()
  const isNarrow = useMediaQuery('(max-width: 700px)') ?? false
  const unit = search.get('why')
  const query = useQuery({
    queryKey: ['why', payoutId, unit],
    queryFn: () => call('explainUnit', { id: payoutId, query: { unit: unit ?? '' } }),
    enabled: unit !== null,
  })
  return (
    <Drawer.Root
      opened={unit !== null}
      onClose={() => setSearch({})}
      position="right"
      size={isNarrow ? '100%' : 520}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        <Drawer.Body>
          <Group justify="space-between" mb="md">
            <Drawer.Title fw={600}>Why this amount?</Drawer.Title>
            <CloseButton aria-label="Close" onClick={() => setSearch({})} />
          </Group>
          <Loaded query={query}>
            {(explanation) => <Why explanation={explanation} payoutId={payoutId} unit={unit ?? ''} />}
          </Loaded>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

interface WhyProps {
  readonly explanation: Explanation
  readonly payoutId: string
  readonly unit: string
}

function Why({ explanation, payoutId, unit }: WhyProps) {
  const { arithmetic, contract, referral, commission, payout } = explanation
  const { because } = commission
  const held = because.code === 'collected' ? `held for ${because.holdDays} days` : describePhrase(because)
  return (
    <Stack gap="md">
      {arithmetic === null ? (
        <Text>{describePhrase(because)}</Text>
      ) : (
        <Reckoning explanation={explanation} arithmetic={arithmetic} />
      )}
      {referral !== null && (
        <Text>
          <b>How we know</b>{' '}
          {referral.evidence.map(({ kind, at }) => `${kind} of ${formatDay(at)}`).join(', ') ||
            'entered by a person'}
          . Installed on {formatDay(referral.installedAt)}.
        </Text>
      )}
      {contract !== null && (
        <Text>
          <b>Contract</b> from {formatDay(contract.appliesFrom)} on, as the terms were when it was made. Later
          terms change nothing of it.
        </Text>
      )}
      <Text>
        <b>Then</b> {held}, available on {formatDay(commission.availableAt)}, frozen as of{' '}
        {formatDay(payout.asOf)}.
      </Text>
      <SameAs command={`explain payout ${payoutId} --unit ${unit}`} />
    </Stack>
  )
}

interface ReckoningProps {
  readonly explanation: Explanation
  readonly arithmetic: NonNullable<Explanation['arithmetic']>
}

/** The sentence and the table: what the shop paid, and the member's part before, now and after. */
function Reckoning({ explanation, arithmetic }: ReckoningProps) {
  const { appTransaction, referral, commission, payout } = explanation
  const { currency } = payout.amount
  const { basis, baseBefore, baseChange, worthBefore, worthAfter, fractionCarried } = arithmetic
  const rate = `${arithmetic.rateBps / 100} %`
  const toMoney = (amountMinor: bigint | string) => formatMoney({ amountMinor: `${amountMinor}`, currency })
  // Told with the currency behind it.
  const toPaid = (told: string) => formatDecimal(told.split(' ')[0] ?? '', currency)
  return (
    <>
      <Text>
        The member gets {rate} of what{' '}
        <b style={{ overflowWrap: 'anywhere' }}>{referral?.shop ?? 'the shop'}</b> pays, {basis}.
        {appTransaction !== null && (
          <>
            {' '}
            On {formatDay(appTransaction.collectedAt)} the shop paid {toPaid(appTransaction.gross)} for{' '}
            {saleKinds[commission.saleKind ?? ''] ?? 'it'}, of which {toPaid(appTransaction.net)} came to you.
          </>
        )}
      </Text>
      <Table aria-label="Arithmetic" horizontalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th className="figures">Before</Table.Th>
            <Table.Th className="figures">Now</Table.Th>
            <Table.Th className="figures">After</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Td>Sales, {basis}</Table.Td>
            <Table.Td className="figures">{formatDecimal(baseBefore, currency)}</Table.Td>
            <Table.Td className="figures">{formatDecimal(baseChange, currency)}</Table.Td>
            <Table.Td className="figures">
              {formatDecimal(addDecimals(baseBefore, baseChange), currency)}
            </Table.Td>
          </Table.Tr>
          <Table.Tr>
            <Table.Td>{rate} of them</Table.Td>
            <Table.Td className="figures">{toMoney(worthBefore)}</Table.Td>
            <Table.Td className="figures">
              <b>{toMoney(BigInt(worthAfter) - BigInt(worthBefore))}</b>
            </Table.Td>
            <Table.Td className="figures">{toMoney(worthAfter)}</Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
      <Text size="xs" c="dimmed">
        {/^[-0.]*$/.test(fractionCarried)
          ? 'Nothing is left over.'
          : `${fractionCarried} of the smallest unit is left over, and counts with the next sale.`}
      </Text>
    </>
  )
}
