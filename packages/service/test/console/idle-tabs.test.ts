import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { report, scale } from '@affiliate-platform/test-support/guarantee-scale'
import { enginesAtHand, openTestDatabase } from '@affiliate-platform/test-support/test-database'
import { createTestService } from '@affiliate-platform/test-support/test-service'
import { watchDatabase } from '@affiliate-platform/test-support/watched-database'
import { expect, test } from 'vitest'
import { folder, origin, signIn } from './sign-in.ts'

const path = '/api/console/v1/changes'
const tabsMax = 200
const tabsOfSession = 4
const idleMs = scale({ quick: 3000, soak: 45_000 })
// Of a machine that does nothing else; the small run shares its own.
const percentMax = scale({ quick: 50, soak: 2 })

test.each(enginesAtHand)(
  '200 idle tabs cost one look a second, whoever has them, and read no list, on %s [D347]',
  async (engine) => {
    const database = watchDatabase(await openTestDatabase(engine))
    const service = await createTestService({ database, console: { place: { origin }, folder } })
    const leaving = new AbortController()
    const ask = async (headers: Readonly<Record<string, string>>, tag = '') => {
      const url = new URL(tag && `?tag=${tag}`, `http://service.test${path}`)
      const response = await service.app.fetch(new Request(url, { headers, signal: leaving.signal }))
      return (await response.json()) as ConsoleResponse<'awaitChange'>
    }
    const sessions = []
    for (let index = 0; index < tabsMax / tabsOfSession; index += 1)
      sessions.push(await signIn(service, 'Rita'))
    const { tag } = await ask(sessions.at(-1) ?? {})
    let changes = 0
    const waits = sessions.flatMap((headers) =>
      Array.from({ length: tabsOfSession }, async () => {
        await ask(headers, tag)
        changes += 1
      }),
    )
    await idle(1000)

    const [from, cpu] = [database.statements.length, process.cpuUsage()]
    await idle(idleMs)
    const { user, system } = process.cpuUsage(cpu)
    const looks = database.statements.slice(from)
    expect(changes).toBe(0)
    // What another database of the server has committed is looked at too: that count has no name.
    expect(looks.filter((name) => name !== '' && name !== 'overview_read_snapshot')).toEqual([])
    expect(looks.filter((name) => name !== '').length).toBeLessThanOrEqual(idleMs / 1000 + 1)
    const percent = ((user + system) / 1000 / idleMs) * 100
    report(`${tabsMax} idle tabs on ${engine}: ${percent.toFixed(2)} % of one core`)
    expect(percent).toBeLessThanOrEqual(percentMax)

    leaving.abort()
    await Promise.allSettled(waits)
    await database.close()
  },
)

const idle = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
