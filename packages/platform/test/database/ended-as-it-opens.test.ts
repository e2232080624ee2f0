import { startSource } from '@affiliate-platform/test-support/source-process'
import { startTcpProxy } from '@affiliate-platform/test-support/tcp-proxy'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { describe, expect, onTestFinished, test } from 'vitest'

describe.skipIf(!enginesAtHand.includes('postgres'))('a server that ends connections as they open', () => {
  test('costs the transaction, and not the process', async () => {
    const proxy = await startTcpProxy(await createPostgresCopy())
    const { child, nextLine, end } = startSource(
      new URL('../../../../test/support/transact.ts', import.meta.url),
      [proxy.url],
    )
    onTestFinished(async () => {
      await end()
      proxy.close()
    })
    // A process that ended would end this one by EPIPE.
    child.stdin.on('error', () => undefined)
    const transact = () => {
      child.stdin.write('\n')
      return nextLine()
    }
    expect(await nextLine()).toBe('open')

    proxy.cut()
    proxy.endAtReady()
    expect([await transact(), await transact()]).toEqual(['unavailable', 'unavailable'])
    proxy.restore()
    expect(await transact()).toBe('committed')
  })
})
