// Makes the new embedded database that every new data folder is a copy of (D165).
import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { openEmbedded } from '../src/database/embedded/pglite.ts'
import { findPreparedFile } from '../src/database/embedded/prepared-data.ts'

const file = await findPreparedFile()
if (!existsSync(file)) {
  const database = await openEmbedded()
  await database.query({ name: 'checkpoint', text: 'checkpoint' }, [])
  const data = Buffer.from(await (await database.dump()).arrayBuffer())
  await database.close()
  await mkdir(dirname(file), { recursive: true })
  // A process that is killed here leaves no half of it.
  await writeFile(`${file}.unfinished`, gzipSync(data))
  await rename(`${file}.unfinished`, file)
}
