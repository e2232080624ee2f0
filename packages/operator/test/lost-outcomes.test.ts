import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '@affiliate-platform/platform/database'
import { spawnCommand } from '@affiliate-platform/test-support/service-process'
import { startTcpProxy, type TcpProxy } from '@affiliate-platform/test-support/tcp-proxy'
import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CommandLine, createCommandLine, createEmptyDatabase } from './command-line.ts'

const idOf = (text: string) => /--id ([\da-f-]{36})/.exec(text)?.[1]

describe.skipIf(!enginesAtHand.includes('postgres'))('on a real Postgres behind a failing network', () => {
  let proxy: TcpProxy
  let database: Database
  /** Commands through the proxy. */
  let line: CommandLine
  let create: string
  let directUrl: string

  beforeAll(async () => {
    const url = await createEmptyDatabase()
    directUrl = url
    const direct = createCommandLine({ DATABASE_URL: url })
    await direct.value('migrate')
    await direct.value('workspaces create --name Studio')
    await direct.value('apps create --name App')
    const program = await direct.value('programs create --name Partners')
    const membership = await direct.value(`memberships create --program ${program} --name Harbour`)
    create = `payouts create --membership ${membership} --currency USD`
    proxy = await startTcpProxy(url)
    line = createCommandLine({ DATABASE_URL: proxy.url })
    database = await openDatabase({ url })
  })

  afterAll(async () => {
    await database.close()
    proxy.close()
  })

  /** How many rows of a table have an amount. */
  async function count(table: 'payouts' | 'payment_reports', amountMinor: string): Promise<number> {
    const text = `select count(*) as rows from ${table} where amount_minor = $1`
    const [row] = await database.query<{ rows: string }>({ name: `test_count_${table}`, text }, [amountMinor])
    return Number(row?.rows)
  }

  test('creates one payout when the response is lost and the command is run again [D71]', async () => {
    proxy.cutAt('777123', 'after')
    const lost = await line.run(`${create} --amount-minor 777123`)
    proxy.restore()
    const id = idOf(lost.stderr)

    expect(lost).toMatchObject({ exitCode: 3, stdout: '' })
    expect(lost.stderr).toContain('It is unknown whether the payout was created')
    expect(lost.stderr).toContain(`Run the same command again with --id ${id}`)
    expect(await count('payouts', '777123')).toBe(1)

    const again = await line.run(`${create} --amount-minor 777123 --id ${id}`)
    expect(again).toEqual({
      exitCode: 0,
      stdout: `${id}\n`,
      stderr: 'A payout of 7771.23 USD with this id already existed. Nothing was changed.\n',
    })
    expect(await count('payouts', '777123')).toBe(1)
  })

  test('creates it at the second run when the first one never arrived [D71]', async () => {
    proxy.cutAt('777124', 'before')
    const lost = await line.run(`${create} --amount-minor 777124`)
    proxy.restore()

    expect(lost.exitCode).toBe(3)
    expect(await count('payouts', '777124')).toBe(0)
    const id = idOf(lost.stderr)
    expect(await line.value(`${create} --amount-minor 777124 --id ${id}`)).toBe(id)
    expect(await count('payouts', '777124')).toBe(1)
  })

  test('records one report when the response is lost and the command is run again [D71]', async () => {
    const payout = await line.value(`${create} --amount-minor 500000`)
    const report = `payouts report ${payout} --amount-minor 123777 --currency USD --method bank`
    proxy.cutAt('commit\0', 'after')
    const lost = await line.run(report)
    proxy.restore()
    const id = idOf(lost.stderr)

    expect(lost).toMatchObject({ exitCode: 3, stdout: '' })
    expect(lost.stderr).toContain('It is unknown whether the report was recorded')
    expect(await line.value(`${report} --id ${id}`)).toBe(id)
    expect(await count('payment_reports', '123777')).toBe(1)
  })

  test('says of a fact without an id that the same command can be run again [D71]', async () => {
    const payout = await line.value(`${create} --amount-minor 1000`)
    const command = `payouts void ${payout} --reason twice`
    proxy.cutAt('commit\0', 'after')
    const lost = await line.run(command)
    proxy.restore()

    expect(lost).toMatchObject({ exitCode: 3, stdout: '' })
    expect(lost.stderr).toMatch(/^It is unknown whether .* Run the same command again: /)
    expect(await line.run(command)).toMatchObject({ exitCode: 0, stdout: `${payout}\n` })
  })

  test('a run waits for a rival for longer than a server may keep silent otherwise [D71]', async () => {
    const asOf = '--as-of 2026-01-01T00:00:00Z'
    const { hash } = Object(await line.json(`payouts preview ${asOf}`))
    const rival = await openDatabase({ url: directUrl, silenceTimeoutMs: 60_000 })
    const held = rival.transaction(async (tx) => {
      const text = `
        select set_config('idle_in_transaction_session_timeout', '60000', true)
        from (select from workspaces for no key update) locked`
      await tx.query({ name: '', text }, [])
      await sleep(14_000)
    })

    expect(await line.run(`payouts run ${asOf} --preview ${hash}`)).toMatchObject({ exitCode: 0 })
    await held
    await rival.close()
  })

  test('says of another change that it may have happened [D71]', async () => {
    const { id } = Object(await line.json('keys create --name Reports'))
    proxy.cutAt('commit\0', 'after')
    const lost = await line.run(`keys rotate ${id}`)
    proxy.restore()

    expect(lost).toMatchObject({ exitCode: 3, stdout: '' })
    expect(lost.stderr).toContain('it may or may not have happened.')
  })

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'creates one payout when %s ends the command, which tells its id [D71] [D366]',
    async (signal) => {
      const lock = { name: 'test_lock', text: 'select from memberships for update' }
      const waiting = {
        name: 'test_waiting',
        text: `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      }
      const amount = signal === 'SIGINT' ? '777125' : '777127'
      const child = spawnCommand([...create.split(' '), '--amount-minor', amount], {
        env: { DATABASE_URL: proxy.url },
      })
      let stderr = ''
      child.stderr?.on('data', (chunk: Buffer) => {
        stderr += chunk
      })
      const ended = new Promise((resolve) => child.once('close', resolve))
      await database.transaction(async (tx) => {
        await tx.query(lock, [])
        while ((await database.query(waiting, [])).length === 0) await sleep(20)
        child.kill(signal)
        await ended
      })
      expect(child.signalCode).toBe(signal)
      expect(stderr).toMatch(
        /Interrupted: run the same command again with --id \S+\nIt finds out what happened/,
      )
      const id = idOf(stderr)

      expect(await line.value(`${create} --amount-minor ${amount} --id ${id}`)).toBe(id)
      expect(await count('payouts', amount)).toBe(1)
    },
  )

  test('ends with 1 when nothing can have happened: the database rejects the connection [D71]', async () => {
    proxy.cut()
    const rejected = await line.run(`${create} --amount-minor 777126`)
    proxy.restore()

    expect(rejected).toMatchObject({ exitCode: 1, stdout: '' })
    expect(rejected.stderr).toContain('The database cannot be reached.')
    expect(await count('payouts', '777126')).toBe(0)
  })
})
