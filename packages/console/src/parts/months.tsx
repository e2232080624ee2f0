import '@mantine/charts/styles.css'
import '@mantine/core/styles/ColorSwatch.css'
import { type ConsoleResponse, currencyScale } from '@affiliate-platform/contract/console'
import { CompositeChart } from '@mantine/charts'
import { Group, SegmentedControl, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api.ts'
import { type Amount, formatMoney } from '../money.ts'
import { formatMonth } from '../texts.ts'
import { Loaded } from './loaded.tsx'

type MonthsOf = ConsoleResponse<'readMonths'>['currencies'][number]

/** What members earned and were paid by month, in one currency at a time: to look at, and as figures. */
export function Months({ height }: { readonly height: number }) {
  const query = useQuery({ queryKey: ['months'], queryFn: () => call('readMonths') })
  const [chosen, setChosen] = useState<string>()
  return (
    <Loaded query={query}>
      {({ currencies }) => {
        const shown = currencies.find(({ currency }) => currency === chosen) ?? findBusiest(currencies)
        if (shown === undefined) return null
        return (
          <section className="card" aria-labelledby="months">
            <Group justify="space-between" mb="sm">
              <Title order={2} size={16} id="months">
                Earned and paid by month
              </Title>
              {currencies.length > 1 && (
                <SegmentedControl
                  aria-label="Currency"
                  data={currencies.map(({ currency }) => currency)}
                  value={shown.currency}
                  onChange={setChosen}
                />
              )}
            </Group>
            <Chart of={shown} height={height} />
            <details>
              <summary>As figures</summary>
              <Figures {...shown} />
            </details>
          </section>
        )
      }}
    </Loaded>
  )
}

/** The currency with the most months in which something happened. */
const findBusiest = (currencies: readonly MonthsOf[]): MonthsOf | undefined => {
  const count = ({ months }: MonthsOf) =>
    months.filter(({ earned, paid }) => earned.amountMinor !== '0' || paid.amountMinor !== '0').length
  return currencies.toSorted((one, other) => count(other) - count(one))[0]
}

const series = [
  { name: 'earned', label: 'Earned', color: 'var(--earned)', type: 'bar' },
  { name: 'paid', label: 'Paid', color: 'var(--paid)', type: 'line' },
] as const

/** The figures say the same: the picture is for the eye alone, and may round. */
function Chart({ of: { currency, months }, height }: { readonly of: MonthsOf; readonly height: number }) {
  return (
    <div aria-hidden="true">
      <CompositeChart
        h={height}
        data={months.map(({ month, earned, paid }) => ({
          month,
          earned: toLength(earned),
          paid: toLength(paid),
        }))}
        dataKey="month"
        series={[...series]}
        // A curve would show amounts between the months that there were not.
        curveType="linear"
        withLegend
        xAxisProps={{ tickFormatter: formatMonth }}
        yAxisProps={{ width: 72, tickFormatter: toRoughFormat(currency) }}
        tooltipProps={{
          content: ({ label }) => <Tip month={months.find(({ month }) => month === label)} />,
        }}
        composedChartProps={{ accessibilityLayer: false }}
        maxBarWidth={32}
        withDots
      />
    </div>
  )
}

/** How high an amount is drawn: a picture has fewer digits than it may have. */
const toLength = ({ amountMinor, currency }: Amount): number =>
  Number(amountMinor) / 10 ** (currencyScale(currency) ?? 0)

function toRoughFormat(currency: string): (length: number) => string {
  const { format } = new Intl.NumberFormat('en', { style: 'currency', currency, notation: 'compact' })
  return format
}

function Tip({ month }: { readonly month: MonthsOf['months'][number] | undefined }) {
  if (month === undefined) return null
  return (
    <div className="card" style={{ padding: '8px 12px' }}>
      <Text fw={500}>{formatMonth(month.month)}</Text>
      <Text className="figures">Earned {formatMoney(month.earned)}</Text>
      <Text className="figures">Paid {formatMoney(month.paid)}</Text>
    </div>
  )
}

function Figures({ months }: MonthsOf) {
  return (
    <Table captionSide="top">
      <Table.Caption>Earned is the sum of a month’s commissions, paid the sum of its payments.</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Month</Table.Th>
          <Table.Th className="figures">Earned</Table.Th>
          <Table.Th className="figures">Paid</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {months.map(({ month, earned, paid }) => (
          <Table.Tr key={month}>
            <Table.Td>{formatMonth(month)}</Table.Td>
            <Table.Td className="figures">{formatMoney(earned)}</Table.Td>
            <Table.Td className="figures">{formatMoney(paid)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
