import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Text } from '@mantine/core'
import { type Amount, formatMoney } from '../money.ts'
import { places as names } from '../texts.ts'
import { type Place, Places } from './places.tsx'

/** The list that holds what an amount is made of. */
const doors: Readonly<Record<Place, (filter: string, amount: Amount) => string>> = {
  held: (filter, { amountMinor }) => `/commissions?status=held&${filter}&sum=${amountMinor}`,
  available: (filter, { amountMinor }) => `/commissions?status=available&${filter}&sum=${amountMinor}`,
  toBePaid: (filter) => `/payouts/all?status=unreported&${filter}`,
  reported: (filter) => `/payouts/all?status=reported&${filter}`,
  confirmed: (filter) => `/payouts/all?status=confirmed&${filter}`,
}

interface PlacesBarProps {
  readonly places: ConsoleResponse<'readOverview'>['currencies'][number]
  /** The member whose money it is; without it, everybody's. */
  readonly memberId?: string
}

/** Where the money of one currency is: one bar, and its parts, which add up to what was earned. */
export function PlacesBar({ places, memberId }: PlacesBarProps) {
  const of = memberId === undefined ? '' : `&membershipId=${memberId}`
  const isOwed = places.owed.amountMinor !== '0'
  return (
    <>
      <Text fw={600} mb="xs">
        {places.currency}{' '}
        <Text span c="dimmed" fw={400}>
          earned <span className="figures">{formatMoney(places.earned)}</span>
          {isOwed && (
            <>
              ; members owe <span className="figures">{formatMoney(places.owed)}</span>
            </>
          )}
        </Text>
      </Text>
      <Places
        places={places}
        names={names}
        toDoor={(place) => doors[place](`currency=${places.currency}${of}`, places[place])}
      />
    </>
  )
}
