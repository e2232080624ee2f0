import { followEatenUnits, type PayoutLine } from '@affiliate-platform/commission-engine'
import fc from 'fast-check'
import { expect, it } from 'vitest'

/** The rule as it is told, over all lines at once, forgetting nothing. */
function eatPlainly(lines: readonly PayoutLine[]): ReadonlyMap<string, bigint> {
  const left = new Map<string, bigint>()
  const earlier: PayoutLine[] = []
  let debt = 0n
  for (const line of lines) {
    if (line.amountMinor > 0n) {
      earlier.push(line)
      left.set(line.id, line.amountMinor)
    } else debt -= line.amountMinor
    const own = earlier.filter(({ salePlatformId: sale }) => sale !== null && sale === line.salePlatformId)
    const inTurn = line.amountMinor > 0n ? [line] : [...own.reverse(), ...earlier.toReversed()]
    for (const { id } of inTurn) {
      const units = left.get(id) ?? 0n
      const eaten = units < debt ? units : debt
      left.set(id, units - eaten)
      debt -= eaten
    }
  }
  const all = earlier.map(({ id, amountMinor }) => [id, amountMinor - (left.get(id) ?? 0n)] as const)
  return new Map(all.filter(([, eaten]) => eaten > 0n))
}

const isReversal = ({ amountMinor }: PayoutLine): boolean => amountMinor <= 0n

it('eats the same units as a walk that forgets nothing [D231]', () => {
  const line = fc.record({
    amountMinor: fc.bigInt({ min: -12n, max: 12n }),
    salePlatformId: fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { nil: null }),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), (drawn) => {
      const lines = drawn.map((of, index) => ({ ...of, id: `${index}`, accruedAtMs: index }))
      const eaten = followEatenUnits(lines.filter(isReversal))
      for (const each of lines) eaten.follow(each)
      expect(new Map(eaten.units)).toEqual(eatPlainly(lines))
    }),
    { numRuns: 5000 },
  )
})
