import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { formatRate } from '@affiliate-platform/contract/console'
import { Table, Text } from '@mantine/core'
import { addDecimals, formatDecimal, formatMoney } from '../money.ts'
import { describeRounding } from '../rounding.ts'

interface ArithmeticProps {
  readonly arithmetic: NonNullable<ConsoleResponse<'explainCommission'>['arithmetic']>
  readonly currency: string
}

/** How an amount follows: the sales of the shop and the member's part of them, before, now and after. */
export function Arithmetic({ arithmetic, currency }: ArithmeticProps) {
  const { basis, baseBefore, baseChange, worthBefore, worthAfter } = arithmetic
  const rate = formatRate(arithmetic.rateBps)
  const toMoney = (amountMinor: bigint | string) => formatMoney({ amountMinor: `${amountMinor}`, currency })
  return (
    <>
      <Table aria-label="Arithmetic" horizontalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th className="figures">Earlier sales</Table.Th>
            <Table.Th className="figures">This sale</Table.Th>
            <Table.Th className="figures">Total</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Td>{basis === 'net' ? 'Sales, after fees' : 'Sales'}</Table.Td>
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
        {describeRounding(arithmetic, currency) ?? 'Nothing is rounded.'}
      </Text>
    </>
  )
}
