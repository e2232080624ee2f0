// Usage: node hold-folder.ts FOLDER. Opens the data folder, says `open`, writes a row for each line on its standard
// input and says its number, until it is killed or its input ends.
import { createInterface } from 'node:readline'
import { migrate, openDatabase } from '@affiliate-platform/platform/database'

const [dataFolder = ''] = process.argv.slice(2)
const insert = {
  name: 'test_insert',
  text: 'insert into workspaces (workspace_id, name, created_at) values (gen_random_uuid(), $1, now())',
}

process.stdout.write('opening\n')
try {
  const database = await openDatabase({ dataFolder })
  await migrate(database)
  process.stdout.write('open\n')
  let rows = 0
  for await (const line of createInterface({ input: process.stdin })) {
    await database.query(insert, [line])
    rows += 1
    process.stdout.write(`${rows}\n`)
  }
  await database.close()
} catch (error) {
  process.stdout.write(`${String(error)}\n`)
  process.exitCode = 1
}
