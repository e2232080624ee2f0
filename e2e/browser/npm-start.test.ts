import { expect, it } from 'vitest'
import { startEverything } from '../support/start-everything.ts'

it('prints what the service prints, and goes on without the app when that cannot start', async () => {
  const everything = startEverything([], { APP_PORT: 'none' })
  const [, baseUrl] = await everything.waitFor(/export AFFILIATE_BASE_URL='([^']+)'/)
  await everything.waitFor(/The example app ended/)
  expect((await fetch(`${baseUrl}/livez`)).status).toBe(200)
  expect(await everything.stop()).toBe(0)
  await expect(fetch(`${baseUrl}/livez`)).rejects.toThrow('fetch failed')
})

it('runs the service alone with --json, and prints exactly one line', async () => {
  const everything = startEverything(['--json'])
  await everything.waitFor(/"baseUrl".*\n/)
  expect(await everything.stop()).toBe(0)
  expect(everything.output().trimEnd().split('\n')).toHaveLength(1)
  expect(JSON.parse(everything.output())).toMatchObject({
    baseUrl: expect.stringContaining('http://127.0.0.1:'),
  })
})

it('ends with the exit code of a service that rejects its flags', async () => {
  const everything = startEverything(['--no-such-flag'])
  await everything.waitFor(/no-such-flag/)
  expect(await everything.stop()).not.toBe(0)
})
