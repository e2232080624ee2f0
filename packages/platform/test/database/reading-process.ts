import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openPostgres } from '@affiliate-platform/platform/database'

// Reads pages, and says by how many bytes that grows what is in use: alone in a process, where nothing else is collected.
const [url = ''] = process.argv.slice(2)
const listRows = {
  name: 'list_rows',
  text: `select number, md5(number::text) as text from generate_series(1, 1000) number`,
}

setFlagsFromString('--expose-gc')
const collect: NodeJS.GCFunction = runInNewContext('gc')

/** What is in use after an app transaction of young objects, as a busy service has many a second. */
function readYoungBytes(): number {
  collect({ type: 'minor' })
  return process.memoryUsage().heapUsed
}

const database = await openPostgres(url)
const readPage = () => database.session(({ query }) => Promise.all([1, 2].map(() => query(listRows, []))))
for (let page = 0; page < 20; page += 1) await readPage()
const before = readYoungBytes()
for (let page = 0; page < 200; page += 1) {
  await readPage()
  collect({ type: 'minor' })
}
process.stdout.write(`${readYoungBytes() - before}\n`)
await database.close()
