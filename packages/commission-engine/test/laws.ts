import type { History } from './histories.ts'
import type { Engine, Program } from './program.ts'

/** A history that was played on an engine. */
interface PlayedHistory {
  readonly engine: Engine
  readonly history: History
  readonly program: Program
}

/** A law: throws where an engine breaks it in a history. */
export type Law = (played: PlayedHistory) => void

/** Adds up bigints. */
export const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)

/** Sums by a key, sorted, without those of 0. */
export function sumBy(
  items: readonly (readonly [key: string, amount: bigint])[],
): readonly (readonly [string, bigint])[] {
  const sums = new Map<string, bigint>()
  for (const [key, amount] of items) sums.set(key, (sums.get(key) ?? 0n) + amount)
  return [...sums].filter(([, sum]) => sum !== 0n).sort(([a], [b]) => (a < b ? -1 : 1))
}
