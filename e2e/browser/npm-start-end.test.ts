import { expect, it, onTestFinished } from 'vitest'
import { startByNpm } from '../support/start-everything.ts'
import { listDescendants, waitForEnd } from './support/processes.ts'

const endMs = 60_000

/** Runs `npm start` until all of it is there. */
async function start() {
  const everything = startByNpm()
  const [, serviceUrl = ''] = await everything.waitFor(/export AFFILIATE_BASE_URL='([^']+)'/)
  const [, appUrl = ''] = await everything.waitFor(/example app is ready at (\S+)/)
  const npm = everything.child.pid ?? 0
  const processes = listDescendants(npm)
  onTestFinished(async () => {
    for (const { pid } of await waitForEnd(processes, 0)) process.kill(pid, 'SIGKILL')
  })
  return { npm, processes, urls: [serviceUrl, appUrl] }
}

/** Ends one process of it, and expects the others to follow and to leave their ports. */
async function expectEnd(
  { processes, urls }: Awaited<ReturnType<typeof start>>,
  pid: number,
  signal: NodeJS.Signals,
): Promise<void> {
  expect(processes.map(({ command }) => command).join('\n')).toMatch(/main\.ts dev.*demo\/start\.ts/s)
  process.kill(pid, signal)
  expect(await waitForEnd(processes, endMs)).toEqual([])
  for (const url of urls) await expect(fetch(url)).rejects.toThrow('fetch failed')
}

it('ends with everything that it started when npm gets SIGTERM, which npm’s shell does not pass on', async () => {
  const started = await start()
  await expectEnd(started, started.npm, 'SIGTERM')
})

it('ends with everything that it started at Ctrl-C, which all its processes get', async () => {
  const started = await start()
  await expectEnd(started, -started.npm, 'SIGINT')
})

it('leaves nothing behind when its script is killed without warning', async () => {
  const started = await start()
  const script = started.processes.find(
    ({ command }) => / scripts\/start\.ts/.test(command) && !/^sh /.test(command),
  )
  await expectEnd(started, script?.pid ?? 0, 'SIGKILL')
})
