import type { Amount } from '../money.ts'
import { AmountDoor } from './amount-door.tsx'

const order = ['held', 'available', 'toBePaid', 'reported', 'confirmed'] as const

/** Where money of a member is, until it has arrived. */
export type Place = (typeof order)[number]

/** Two have stripes as well: without colours all in the middle would be of one grey. */
const colors: Readonly<Record<Place, string>> = {
  held: 'var(--held)',
  available: 'var(--available)',
  toBePaid: 'repeating-linear-gradient(45deg, var(--to-be-paid) 0 4px, var(--surface) 4px 6px)',
  reported: 'repeating-linear-gradient(90deg, var(--reported) 0 3px, var(--surface) 3px 5px)',
  confirmed: 'var(--confirmed)',
}

/** A share of a whole in thousandths: of any number of digits, for a bar alone. */
function shareOf(amountMinor: string, wholeMinor: bigint): number {
  const amount = BigInt(amountMinor)
  return amount <= 0n || wholeMinor === 0n ? 0 : Number((amount * 1000n) / wholeMinor)
}

interface PlacesProps {
  readonly places: Readonly<Record<Place, Amount>>
  readonly names: Readonly<Record<Place, string>>
  /** The list that holds what an amount is made of. */
  readonly toDoor: (place: Place) => string
}

/** One bar, and its parts: each a door to what it is made of. */
export function Places({ places, names, toDoor }: PlacesProps) {
  const whole = order.reduce((sum, place) => sum + BigInt(places[place].amountMinor), 0n)
  return (
    <>
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
              <AmountDoor amount={places[place]} opens={toDoor(place)} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
