import type { Random } from '../random.ts'
import type { StoryShop } from './shops.ts'

/** Lets a third of the shops that left come back within weeks. */
export function letReturn({ below }: Random, shops: readonly StoryShop[]): readonly StoryShop[] {
  return shops.map((shop) => {
    if (shop.leftDay === undefined || below(3) > 0) return shop
    const returnedDay = shop.leftDay + 6 + below(30_000) / 1000
    return returnedDay < -1 ? { ...shop, returnedDay } : shop
  })
}
