import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { Text } from '@mantine/core'
import { places as names } from '../texts.ts'
import { AmountDoor } from './amount-door.tsx'
import { toPlaceDoor } from './place-doors.ts'
import { Places } from './places.tsx'

interface PlacesBarProps {
  readonly places: ConsoleResponse<'readOverview'>['currencies'][number]
  /** The member whose money it is; without it, everybody's. */
  readonly memberId?: string
}

/** Where the money of one currency is: one bar, and its parts, which add up to what was earned. */
export function PlacesBar({ places, memberId }: PlacesBarProps) {
  const isOwed = places.owed.amountMinor !== '0'
  return (
    <>
      <Text fw={600} mb="xs">
        {places.currency}{' '}
        <Text span c="dimmed" fw={400}>
          earned{' '}
          <span className="figures">
            <AmountDoor amount={places.earned} opens={toPlaceDoor('earned', places.earned, memberId)} />
          </span>
          {isOwed && (
            <>
              ; members owe{' '}
              <span className="figures">
                <AmountDoor amount={places.owed} opens={toPlaceDoor('owed', places.owed, memberId)} />
              </span>
            </>
          )}
        </Text>
      </Text>
      <Places places={places} names={names} toDoor={(place) => toPlaceDoor(place, places[place], memberId)} />
    </>
  )
}
