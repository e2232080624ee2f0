// Usage: node migrate-once.ts URL. Migrates a database and prints the names of the migrations it applied, as JSON.
import { migrate, openPostgres } from '@affiliate-platform/platform/database'

const [url = ''] = process.argv.slice(2)
const database = await openPostgres(url)
process.stdout.write(`${JSON.stringify(await migrate(database))}\n`)
await database.close()
