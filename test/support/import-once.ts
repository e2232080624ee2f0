// Usage: node import-once.ts CHOICE WORKSPACE APP FILE, the choice of the database as JSON. Imports a file of sales and
// prints how many commissions it posted.
import { createReadStream } from 'node:fs'
import { openDatabase } from '@affiliate-platform/platform/database'
import { importSalesFile } from '@affiliate-platform/platform/sales'

const [choice = '', workspaceId = '', appId = '', file = ''] = process.argv.slice(2)
const database = await openDatabase(JSON.parse(choice))
process.stdout.write('open\n')
const open = () => createReadStream(file)
const { posted } = await importSalesFile(database, { workspaceId, appId, actor: 'operator:mia', file, open })
process.stdout.write(`${posted}\n`)
await database.close()
