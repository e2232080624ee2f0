// Usage: node import-once.ts URL WORKSPACE APP FILE. Imports a file of sales and prints how many commissions it posted.
import { createReadStream } from 'node:fs'
import { openPostgres } from '@affiliate-platform/platform/database'
import { importSales, readSalesFile } from '@affiliate-platform/platform/sales'

const [url = '', workspaceId = '', appId = '', file = ''] = process.argv.slice(2)
const database = await openPostgres(url)
process.stdout.write('open\n')
const order = { workspaceId, appId, source: 'manual_file', arguments: {}, actor: 'operator:mia' } as const
const { posted } = await importSales(database, order, readSalesFile(createReadStream(file)))
process.stdout.write(`${posted}\n`)
await database.close()
