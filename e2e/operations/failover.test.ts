import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

const script = fileURLToPath(new URL('./failover.ts', import.meta.url))

const debian = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy']

async function demonstrate(...args: readonly string[]) {
  const command = ['--conditions=@affiliate-platform/source', script, ...args]
  const { stdout } = await promisify(execFile)(process.execPath, command)
  return JSON.parse(stdout)
}

async function failOver(...args: readonly string[]): Promise<void> {
  const figures = await demonstrate('--seconds', '2', ...args)
  expect(figures).toMatchObject({ lost: 0, doubled: 0, otherStatuses: [] })
  expect(figures.acknowledgedBefore).toBeGreaterThan(0)
  expect(figures.acknowledged).toBeGreaterThan(figures.acknowledgedBefore)
}

describe('a wrong deletion', {
  skip: !existsSync('/usr/lib/postgresql'),
  meta: { needs: "Debian's postgresql" },
}, () => {
  test('is undone to the moment before it, with all that was acknowledged until then [D147]', async () => {
    expect(await demonstrate('--pitr')).toMatchObject({
      ...{ acknowledged: 50, lost: 0, verifiedWithTheMistake: false, verified: true },
      // One was ended before the mistake, and comes out of the log; one after it, and comes from the tombstones.
      ...{ keysEndedAgain: 1, endedKeysAfter: 3 },
    })
  })
})

describe('a primary that is lost under load', {
  skip: !existsSync('/usr/lib/postgresql'),
  meta: { needs: "Debian's postgresql" },
}, () => {
  test('takes nothing along that was acknowledged, and is written to again [D115]', async () => {
    await failOver()
  })

  test('is replaced by Patroni, without a hand [D141]', {
    skip: !debian.every((program) => existsSync(program)),
    meta: { needs: 'patroni, etcd-server and haproxy' },
  }, async () => {
    await failOver('--patroni')
  })
})
