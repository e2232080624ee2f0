import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createPostgresCopy, enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { expect, test } from 'vitest'
import { openPostgres } from '../../src/database/postgres.ts'

const listRows = {
  name: 'list_rows',
  text: `select number, md5(number::text) as text from generate_series(1, 1000) number`,
}

setFlagsFromString('--expose-gc')
const collect: NodeJS.GCFunction = runInNewContext('gc')

/** What is in use after a collection of young objects, as a busy service has many a second. */
function readYoungBytes(): number {
  collect({ type: 'minor' })
  return process.memoryUsage().heapUsed
}

test.skipIf(!enginesAtHand.includes('postgres'))(
  'gives the rows of a statement free as soon as they were used, without a full collection [D76]',
  async () => {
    const database = await openPostgres(await createPostgresCopy())
    const readPage = () => database.session(({ query }) => Promise.all([1, 2].map(() => query(listRows, []))))
    for (let page = 0; page < 20; page += 1) await readPage()
    const before = readYoungBytes()
    for (let page = 0; page < 200; page += 1) {
      await readPage()
      collect({ type: 'minor' })
    }
    // All pages together have some 60 MB.
    expect(readYoungBytes() - before).toBeLessThan(6_000_000)
    await database.close()
  },
)
