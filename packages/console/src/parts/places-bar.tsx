import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { formatMoney } from '../money.ts'
import { places as names } from '../texts.ts'

type Places = ConsoleResponse<'readOverview'>['currencies'][number]

const order = ['held', 'available', 'toBePaid', 'reported', 'confirmed'] as const
const colors = {
  held: 'var(--held)',
  available: 'var(--available)',
  toBePaid: 'var(--to-be-paid)',
  reported: 'var(--reported)',
  confirmed: 'var(--confirmed)',
} as const

/** A share of a whole in thousandths: of any number of digits, for a bar alone. */
function shareOf(amountMinor: string, wholeMinor: bigint): number {
  const amount = BigInt(amountMinor)
  return amount <= 0n || wholeMinor === 0n ? 0 : Number((amount * 1000n) / wholeMinor)
}

/** The list that holds what an amount is made of. */
const doors: Readonly<Record<(typeof order)[number], (filter: string) => string>> = {
  held: (filter) => `/commissions?status=held&${filter}`,
  available: (filter) => `/commissions?status=available&${filter}`,
  toBePaid: (filter) => `/payouts/all?status=unreported&${filter}`,
  reported: (filter) => `/payouts/all?status=reported&${filter}`,
  confirmed: (filter) => `/payouts/all?status=confirmed&${filter}`,
}

interface PlacesBarProps {
  readonly places: Places
  /** The member whose money it is; without it, everybody's. */
  readonly memberId?: string
}

/** Where the money of one currency is: one bar, and its parts, which add up to what was earned. */
export function PlacesBar({ places, memberId }: PlacesBarProps) {
  const of = memberId === undefined ? '' : `&membershipId=${memberId}`
  const whole = order.reduce((sum, place) => sum + BigInt(places[place].amountMinor), 0n)
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
      <div className="bar" aria-hidden="true">
        {order
          .filter((place) => places[place].amountMinor !== '0')
          .map((place) => (
            <span
              key={place}
              style={{ flexGrow: shareOf(places[place].amountMinor, whole), background: colors[place] }}
            />
          ))}
      </div>
      <dl className="places">
        {order.map((place) => (
          <div key={place}>
            <dt>
              <span className="swatch" style={{ background: colors[place] }} aria-hidden="true" />
              {names[place]}
            </dt>
            <dd className="figures">
              {places[place].amountMinor === '0' ? (
                formatMoney(places[place])
              ) : (
                <Anchor
                  component={Link}
                  to={doors[place](`currency=${places.currency}${of}`)}
                  underline="hover"
                >
                  {formatMoney(places[place])}
                </Anchor>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
