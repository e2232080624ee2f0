import { migrate, openPostgres } from '@affiliate-platform/platform/database'
import { startCommand } from '@affiliate-platform/test-support/service-process'
import { needsStandby, type StandbyPair, startStandbyPair } from '@affiliate-platform/test-support/standby'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCommandLine } from './command-line.ts'

describe('a read replica', needsStandby, () => {
  let pair: StandbyPair
  beforeAll(async () => {
    pair = await startStandbyPair()
    const primary = await openPostgres(pair.primaryUrl)
    await migrate(primary)
    await primary.close()
  })
  afterAll(() => pair.stop())

  const examine = async (readUrl: string) => {
    const env = {
      DATABASE_URL: pair.primaryUrl,
      DATABASE_READ_URL: readUrl,
      DATABASE_READ_LAG_SECONDS: '2',
    }
    const { stdout } = await createCommandLine(env).run('doctor --offline --json')
    const { ok, findings } = JSON.parse(stdout)
    return { ok, finding: findings.find(({ check }: { check: string }) => check === 'replica') }
  }

  test('is found well by doctor while it follows [D140]', async () => {
    expect(await examine(pair.standbyUrl)).toMatchObject({ ok: true, finding: { state: 'ok' } })
  })

  test.each([
    ['the primary itself', () => pair.primaryUrl, 'is not a standby'],
    ['nobody', () => 'postgres://app@127.0.0.1:1/postgres', 'does not respond'],
  ])('is warned of where it is %s, and the service works on [D140]', async (_who, toUrl, words) => {
    const finding = { state: 'warning', detail: expect.stringContaining(words) }
    expect(await examine(toUrl())).toMatchObject({ ok: true, finding })
  })

  test('is followed by serve, which tells so in its metrics and health [D140]', async () => {
    const env = { DATABASE_URL: pair.primaryUrl, DATABASE_READ_URL: pair.standbyUrl }
    const command = startCommand(['serve', '--port', '0', '--admin-port', '0'], { env })
    const { metricsUrl } = await command.ready()
    const metrics = async () => await (await fetch(metricsUrl)).text()
    await expect.poll(metrics, { timeout: 30_000 }).toContain('affiliate_database_replica_serving 1')
    const readiness = await (await fetch(new URL('/readyz', metricsUrl))).json()
    expect(readiness).toMatchObject({ status: 'ready', checks: { replica: { ok: true } } })
    expect((await command.stop()).exitCode).toBe(0)
  })

  test('needs a primary [D140]', async () => {
    const env = { DATABASE_READ_URL: pair.standbyUrl }
    const { exitCode, stderr } = await createCommandLine(env).run('doctor --offline --data-dir /nowhere')
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('DATABASE_URL'),
    })
  })
})
