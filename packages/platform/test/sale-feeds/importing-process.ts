import { openPostgres } from '@affiliate-platform/platform/database'
import { runSalesPass } from '@affiliate-platform/platform/sales'

// Reads the shops that wait, to be killed at any moment: says each page.
const [url = '', workspaceId = '', appId = '', origin = '', key = ''] = process.argv.slice(2)
const database = await openPostgres(url)
const access = { secretKey: Buffer.from(key, 'base64'), origin }
await runSalesPass(database, {
  ...{ workspaceId, appId, access, actor: 'operator:mia', scope: 'backfills' },
  onPage: ({ read }) => process.stdout.write(`page ${read / 100}\n`),
})
await database.close()
