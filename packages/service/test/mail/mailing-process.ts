import { openPostgres } from '@affiliate-platform/platform/database'
import { startMailing } from '@affiliate-platform/platform/outbox'
import { createLog, createMailSender } from '../../src/index.ts'

// Sends mail by a server of this machine, to be killed at any moment, or until its input ends.
const [url = '', smtpUrl = ''] = process.argv.slice(2)
const database = await openPostgres(url)
const from = 'Affiliates <affiliates@example.com>'
const send = createMailSender({ smtpUrl, from, origin: 'https://affiliates.example.com' })
const mailing = startMailing(database, createLog('warn'), { send })
process.stdin.resume().on('end', async () => {
  await mailing.stop()
  await database.close()
})
