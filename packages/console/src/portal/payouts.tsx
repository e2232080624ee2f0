import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { formatMoney } from '../money.ts'
import { StateBadge } from '../parts/state-badge.tsx'
import { formatDay } from '../texts.ts'
import { call } from './api.ts'
import { useListFilter } from './earnings.tsx'
import { Pages } from './pages.tsx'
import { Screen } from './screen.tsx'
import { useMemberId } from './session.ts'
import { ownPayoutStates } from './texts.ts'

/** Every payout of the member, the latest first. */
export function Payouts() {
  const memberId = useMemberId()
  const { asked, StateFilter } = useListFilter(ownPayoutStates)
  return (
    <Screen title="Payouts">
      {StateFilter}
      <Pages
        name={['payouts', memberId, asked]}
        read={(cursor) => call('listOwnPayouts', { id: memberId, query: { ...asked, ...cursor } })}
      >
        {(items, isWhole) =>
          items.length === 0 ? (
            <Text c="dimmed">
              {isWhole
                ? 'No payouts here yet. Home says what is missing.'
                : 'None so far. Show more to keep looking.'}
            </Text>
          ) : (
            <Stack component="ol" gap={0} m={0} className="rows card">
              {items.map(({ id, amount, status, createdAt }) => {
                const state = ownPayoutStates[status]
                return (
                  <li key={id}>
                    <Anchor component={Link} to={`/${memberId}/payouts/${id}`}>
                      Payout of {formatDay(createdAt)}
                    </Anchor>
                    <div className="row-end">
                      <Text fw={600} className="figures">
                        {formatMoney(amount)}
                      </Text>
                      {state !== undefined && <StateBadge state={state} />}
                    </div>
                  </li>
                )
              })}
            </Stack>
          )
        }
      </Pages>
    </Screen>
  )
}
