import type { MemberResponse } from '@affiliate-platform/contract/console'
import { Stack, Text } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { formatMoney } from '../money.ts'
import { StateBadge } from '../parts/state-badge.tsx'
import { formatDay } from '../texts.ts'
import { describeEarning, earningStates } from './texts.ts'

type Earning = MemberResponse<'listEarnings'>['items'][number]

interface EarningRowsProps {
  readonly items: readonly Earning[]
  /** Whether all of them are in one payout, whose state stands beside them. */
  readonly isStateKnown?: boolean
}

/** What becomes of an amount that takes away. */
function describeTaking(status: string, availableAt: string): string {
  if (status === 'held') return `counts from ${formatDay(availableAt)} on`
  return status === 'available' ? 'taken off your next payout' : 'taken off a payout'
}

/** What was earned, one after the other: each amount is a door to its reason. */
export function EarningRows({ items, isStateKnown = false }: EarningRowsProps) {
  const [search, setSearch] = useSearchParams()
  const ask = (id: string) => {
    search.set('why', id)
    setSearch(search)
  }
  return (
    <Stack component="ol" gap={0} p={0} m={0} className="rows">
      {items.map(({ id, amount, status, accruedAt, availableAt, ...earning }) => {
        const state = earningStates[status]
        return (
          <li key={id}>
            <div>
              <Text>{earning.shop ?? 'By hand'}</Text>
              <Text size="xs" c="dimmed">
                {describeEarning(earning)}, {formatDay(accruedAt)}
              </Text>
            </div>
            <div className="row-end">
              <button
                type="button"
                className="door figures"
                onClick={() => ask(id)}
                aria-label={`Why ${formatMoney(amount)}?`}
              >
                {formatMoney(amount)}
              </button>
              {state !== undefined && !isStateKnown && (
                <Text size="xs" c="dimmed">
                  {amount.amountMinor.startsWith('-') ? (
                    describeTaking(status, availableAt)
                  ) : status === 'held' ? (
                    `held until ${formatDay(availableAt)}`
                  ) : (
                    <StateBadge state={state} />
                  )}
                </Text>
              )}
            </div>
          </li>
        )
      })}
    </Stack>
  )
}
