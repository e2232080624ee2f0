// Runs a transaction on the database of its argument for each line of its input, and prints how it ended.
import { createInterface } from 'node:readline'
import { openPostgres, toDatabaseFault } from '@affiliate-platform/platform/database'

const database = await openPostgres(process.argv[2] ?? '')
process.stdout.write('open\n')
for await (const _ of createInterface({ input: process.stdin })) {
  const ended = await database
    .transaction((tx) => tx.query({ name: 'test_one', text: 'select 1' }, []))
    .then(() => 'committed', toDatabaseFault)
  process.stdout.write(`${ended}\n`)
}
await database.close()
