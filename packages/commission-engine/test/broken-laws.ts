import * as fc from 'fast-check'
import { histories } from './histories.ts'
import { historySeed } from './history-scale.ts'
import type { Law } from './laws.ts'
import { lawsOfPayouts } from './laws-of-payouts.ts'
import { lawsOfPosting } from './laws-of-posting.ts'
import { play } from './play.ts'
import type { Engine, Program } from './program.ts'

/** Every law with its name. */
export const laws: readonly (readonly [name: string, law: Law])[] = Object.entries({
  ...lawsOfPosting,
  ...lawsOfPayouts,
})

interface Search {
  readonly numRuns: number
  readonly look?: (program: Program) => void
  /** Picks the laws to check, by their names. Once all of them are broken, nothing more is played. */
  readonly isSought?: (name: string) => boolean
}

/** Plays each history once and says which laws an engine breaks in any of them. */
export async function findBrokenLaws(
  engine: Engine,
  { numRuns, look = () => {}, isSought = () => true }: Search,
): Promise<readonly string[]> {
  const broken = new Set<string>()
  const checked = laws.filter(([name]) => isSought(name))
  const property = fc.property(histories, (history) => {
    if (broken.size === checked.length) return
    const program = play(engine, history)
    look(program)
    for (const [name, law] of checked) {
      if (!broken.has(name) && isBroken(() => law({ engine, history, program }))) broken.add(name)
    }
  })
  await fc.assert(property, { numRuns, seed: historySeed })
  return [...broken]
}

function isBroken(check: () => void): boolean {
  try {
    check()
    return false
  } catch {
    return true
  }
}
