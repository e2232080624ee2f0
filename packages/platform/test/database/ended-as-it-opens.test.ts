import { startFaultProxy } from '@affiliate-platform/test-support/fault-proxy'
import { startSource } from '@affiliate-platform/test-support/source-process'
import { startTcpProxy } from '@affiliate-platform/test-support/tcp-proxy'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openPostgres } from '../../src/database/postgres/postgres.ts'
import { runStatement } from '../../src/database/postgres/postgres-transaction.ts'
import { toDatabaseFault } from '../../src/database/statements/faults.ts'

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

describe.skipIf(!enginesAtHand.includes('postgres'))('a server that ends a connection inside a row', () => {
  test('costs the query, and not the process [D74]', async () => {
    const proxy = await startFaultProxy(await createPostgresCopy())
    const database = await openPostgres(proxy.url)
    onTestFinished(async () => {
      await database.close()
      proxy.close()
    })
    const statement = { name: 'test_rows', text: 'select n, n as m from generate_series(1, 10) n' }
    proxy.injectOnce('ended in the middle of a row')
    const failure = await database.query(statement, []).catch((error: unknown) => error)
    expect(toDatabaseFault(failure)).toBe('unavailable')
    proxy.restore()
    expect(await database.query(statement, [])).toHaveLength(10)
  })
})

test('a document that was cut off is a lost connection, whatever its parser throws [D74]', async () => {
  const pool = new pg.Pool()
  vi.spyOn(pool, 'query').mockImplementation((...sent: readonly unknown[]) => {
    const callback = sent.at(-1)
    if (typeof callback === 'function') callback(new SyntaxError('Unterminated string in JSON'))
  })
  const failure = await runStatement(pool, { name: 'test', text: '' }, []).catch((error: unknown) => error)
  expect(toDatabaseFault(failure)).toBe('unavailable')
})
