import { openPostgres } from '@affiliate-platform/platform/database'
import { startDelivery } from '@affiliate-platform/platform/outbox'
import { createLog, createWebhookSender } from '../../src/index.ts'

// Delivers to this machine, to be killed at any moment, or until its input ends.
const [url = '', key = ''] = process.argv.slice(2)
const database = await openPostgres(url)
const send = createWebhookSender({ reach: { isPublicReached: false, networks: ['127.0.0.0/8'] } })
const delivery = startDelivery(database, createLog('warn'), { send, secretKey: Buffer.from(key, 'base64') })
process.stdin.resume().on('end', async () => {
  await delivery.stop()
  await database.close()
})
