/** A line of a payout, as far as its units go. */
export interface PayoutLine {
  readonly id: string
  /** Minor units, below 0 for what is taken back. */
  readonly amountMinor: bigint
  readonly accruedAtMs: number
  /** The sale behind it, or `null`. A reversal eats its own sale's units before others. */
  readonly salePlatformId: string | null
}

/** What has to be known of a reversal before the lines are followed. */
export type Reversal = Pick<PayoutLine, 'amountMinor' | 'salePlatformId'>

/** What reversals eat of the accruals of a payout, line by line. */
export interface EatenUnits {
  /** Follows the next line, in the order of accrual and id. */
  follow(line: PayoutLine): void
  /** How many units of which line are eaten: of all others none is. */
  readonly units: ReadonlyMap<string, bigint>
}

/** A line above 0, and what no reversal has eaten of it. */
interface Accrual {
  readonly id: string
  units: bigint
  /** Whether a reversal of another sale can still reach it. */
  isNear: boolean
}

/**
 * Follows the lines of a payout, however many they are: held are the accruals that a reversal to come can still reach, and
 * what was eaten of others. A reversal eats units of the same sale before it, then the nearest ones before it, then the ones
 * after.
 *
 * @param reversals - the lines of 0 and less, in any order
 */
export function followEatenUnits(reversals: Iterable<Reversal>): EatenUnits {
  const { sales, sumMinor } = addUp(reversals)
  const near = createNear()
  const units = new Map<string, bigint>()
  let ahead = sumMinor
  let debt = 0n

  const eat = (accrual: Accrual, wanted: bigint): bigint => {
    const eaten = wanted < accrual.units ? wanted : accrual.units
    if (eaten === 0n) return wanted
    near.eat(accrual, eaten)
    units.set(accrual.id, (units.get(accrual.id) ?? 0n) + eaten)
    return wanted - eaten
  }
  const eatLast = (accruals: Accrual[], wanted: bigint): bigint => {
    let rest = wanted
    for (let last = accruals.at(-1); last !== undefined && rest > 0n; last = accruals.at(-1)) {
      rest = eat(last, rest)
      if (last.units === 0n) accruals.pop()
    }
    return rest
  }
  const follow = ({ id, amountMinor, salePlatformId }: PayoutLine): void => {
    const sale = salePlatformId === null ? undefined : sales.get(salePlatformId)
    if (amountMinor <= 0n) {
      ahead += amountMinor
      debt = eatLast(near.accruals, eatLast(sale?.accruals ?? [], debt - amountMinor))
      if (sale !== undefined) sale.reversals -= 1
    } else {
      const accrual = { id, units: amountMinor, isNear: true }
      near.add(accrual)
      if (sale !== undefined && sale.reversals > 0) sale.accruals.push(accrual)
      debt = eat(accrual, debt)
    }
    near.keep(ahead)
  }
  return { follow, units }
}

/** A sale that is taken back, and how many reversals of it are to come. */
interface TakenSale {
  reversals: number
  readonly accruals: Accrual[]
}

function addUp(reversals: Iterable<Reversal>): {
  readonly sales: ReadonlyMap<string, TakenSale>
  readonly sumMinor: bigint
} {
  const sales = new Map<string, TakenSale>()
  let sumMinor = 0n
  for (const { amountMinor, salePlatformId } of reversals) {
    sumMinor -= amountMinor
    if (salePlatformId === null) continue
    const sale = sales.get(salePlatformId) ?? { reversals: 0, accruals: [] }
    sale.reversals += 1
    sales.set(salePlatformId, sale)
  }
  return { sales, sumMinor }
}

/** The accruals that a reversal of another sale can still reach, the nearest last. */
function createNear() {
  const accruals: Accrual[] = []
  let first = 0
  let units = 0n
  return {
    accruals,
    add(accrual: Accrual): void {
      accruals.push(accrual)
      units += accrual.units
    },
    eat(accrual: Accrual, eaten: bigint): void {
      accrual.units -= eaten
      if (accrual.isNear) units -= eaten
    },
    /** Forgets those behind as many units as all reversals to come can eat. */
    keep(ahead: bigint): void {
      for (let next = accruals[first]; next !== undefined; next = accruals[first]) {
        if (units - next.units < ahead) break
        next.isNear = false
        units -= next.units
        first += 1
      }
      // Not one by one: what stays is moved.
      if (first * 2 <= accruals.length + forgetTogether) return
      accruals.splice(0, first)
      first = 0
    },
  }
}

const forgetTogether = 1000
