import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { describePhrase } from '@affiliate-platform/contract/console'
import { Table, Text } from '@mantine/core'
import { addDecimals, formatDecimal, formatMoney } from '../money.ts'
import { formatDay, saleKinds } from '../texts.ts'

/** What is said of a unit of a payout, and of a commission. */
export type Explanation = Pick<
  ConsoleResponse<'explainUnit'>,
  'arithmetic' | 'contract' | 'referral' | 'commission' | 'appTransaction'
>

interface WhyProps {
  readonly explanation: Explanation
  readonly currency: string
}

/** Why an amount is what it is: the arithmetic, how the shop came, and the contract. */
export function Why({ explanation, currency }: WhyProps) {
  const { arithmetic, contract, referral, commission } = explanation
  return (
    <>
      {arithmetic === null ? (
        <Text>{describePhrase(commission.because)}</Text>
      ) : (
        <Reckoning explanation={explanation} currency={currency} arithmetic={arithmetic} />
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
    </>
  )
}

interface ReckoningProps extends WhyProps {
  readonly arithmetic: NonNullable<Explanation['arithmetic']>
}

/** The sentence and the table: what the shop paid, and the member's part before, now and after. */
function Reckoning({ explanation, currency, arithmetic }: ReckoningProps) {
  const { appTransaction, referral, commission } = explanation
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
