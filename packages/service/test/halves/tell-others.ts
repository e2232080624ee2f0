import { startAttribution } from '@affiliate-platform/platform/attribution'
import { startDelivery, startMailing, startNotices } from '@affiliate-platform/platform/outbox'
import { startRetention } from '@affiliate-platform/platform/retention'
import { insertPayout } from '@affiliate-platform/test-support/payout-builders'
import type { TestService } from '@affiliate-platform/test-support/test-service'
import { startSmtp } from '@affiliate-platform/test-support/test-smtp'
import { addReceiver, secretKey, startReceiver } from '@affiliate-platform/test-support/webhook-receivers'
import { expect, vi } from 'vitest'
import { createLog, createMailSender, createWebhookSender } from '../../src/index.ts'
import { origin, signIn } from '../console/sign-in.ts'
import { apis } from '../portal/passkeys.ts'
import { createBrowser } from './browser.ts'

/**
 * A payment is reported, of which a receiver is told by a webhook and a member by mail; and what else is done beside
 * requests is done once.
 */
export async function tellOthers(service: TestService): Promise<void> {
  const { database, ids } = service
  const [receiver, smtp] = [await startReceiver(), await startSmtp()]
  const endpoint = await addReceiver(database, ids.workspaceId, receiver.url)
  receiver.secret = endpoint.secret
  const ada = createBrowser(service, await signIn(service, 'Ada'))
  const payoutId = await insertPayout(database, ids)
  const paid = { amount: { amountMinor: '10000', currency: 'USD' }, method: 'PayPal', reference: null }
  const report = { kind: 'report', id: crypto.randomUUID(), ...paid, paidOn: null, isMeant: true }
  await ada.post(`${apis.operator}/payouts/${payoutId}/facts`, report)

  const log = createLog('silent')
  const done = new Map<string, boolean>()
  const watch = (work: string, hasSucceeded: boolean) => void done.set(work, hasSucceeded)
  const reach = { isPublicReached: false, networks: ['127.0.0.0/8'] }
  const from = 'Affiliates <affiliates@example.com>'
  const send = createMailSender({ smtpUrl: smtp.url, from, origin })
  const works = [
    startDelivery(database, log, { send: createWebhookSender({ reach }), secretKey }),
    startMailing(database, log, { send, watch }),
    startNotices(database, log, watch),
    startAttribution(database, log, watch),
    startRetention(database, log, { receiptsMonths: 12, watch }),
  ]
  await vi.waitFor(() => {
    const told = [...receiver.got.values()].map(({ bodies }) => [...bodies].join())
    expect(told).toEqual([expect.stringContaining(payoutId)])
    expect(smtp.taken.join()).toContain(`<${[...receiver.got.keys()].join()}.`)
    // Mails, notices, attribution and what retention deletes.
    expect(done.size).toBeGreaterThanOrEqual(15)
  }, 60_000)
  for (const work of works) await work.stop()
  expect([...done].filter(([, hasSucceeded]) => !hasSucceeded)).toEqual([])
  receiver.close()
  await smtp.close()
}
