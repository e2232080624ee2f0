import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

const dayMs = 86_400_000

describe.each(['pglite', 'postgres'] as const)('on %s', (engine) => {
  describe.skipIf(!enginesAtHand.includes(engine))('a day in the filter of a list', () => {
    const folder = makeFolder()
    let line: CommandLine
    let at: string
    let createdAt: Date

    beforeAll(async () => {
      const isEmbedded = engine === 'pglite'
      line = createCommandLine(isEmbedded ? {} : { DATABASE_URL: await createEmptyDatabase() })
      at = isEmbedded ? ` --data-dir ${folder.path}/data` : ''
      await line.value(`migrate${at}`)
      await line.value(`workspaces create --name Studio${at}`)
      await line.value(`apps create --name App${at}`)
      await line.value(`programs create --name Partners${at}`)
      await line.value(`memberships create --program Partners --name Harbour${at}`)
      await line.value(`payouts create --membership Harbour --amount 100.00 --currency USD${at}`)
      const [payout] = Object(await line.json(`payouts list${at}`))
      createdAt = new Date(payout.createdAt)
    })

    afterAll(() => folder.remove())

    // At any time of the day, one of them has another date than UTC.
    test.each(['Etc/GMT-14', 'Etc/GMT+12'])('is one of %s, the last one too [D483]', async (timeZone) => {
      const [workspace] = Object(await line.json(`workspaces list${at}`))
      await line.value(`workspaces update ${workspace.id} --time-zone ${timeZone}${at}`)
      const toDay = (ms: number) => new Date(ms).toLocaleDateString('sv-SE', { timeZone })
      const [before, day, after] = [-dayMs, 0, dayMs].map((ms) => toDay(createdAt.getTime() + ms))
      for (const [list, from, to] of [
        ['payouts list', '--from', '--to'],
        ['commissions list', '--posted-from', '--posted-to'],
        ['audit list --subject payout', '--from', '--to'],
      ] as const) {
        const count = async (filters: string) =>
          Object(await line.json(`${list} ${filters}${at}`)).length as number
        expect(await count(`${from} ${day} ${to} ${day}`)).toBe(1)
        expect(await count(`${to} ${before}`)).toBe(0)
        expect(await count(`${from} ${after}`)).toBe(0)
        expect(await count(`${to} ${createdAt.toISOString()}`)).toBe(0)
      }
    })
  })
})
