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

/** Plays each history once and says which laws an engine breaks in any of them. */
export async function findBrokenLaws(
  engine: Engine,
  { numRuns, look = () => {} }: { numRuns: number; look?: (program: Program) => void },
): Promise<readonly string[]> {
  const broken = new Set<string>()
  const property = fc.property(histories, (history) => {
    const program = play(engine, history)
    look(program)
    for (const [name, law] of laws) {
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
