import type { WebhookData, WebhookTopic } from '@affiliate-platform/contract'
import { type KnownWebhookEvent, verifyWebhook, type WebhookEvent } from '@affiliate-platform/sdk/webhooks'
import { Webhook } from 'standardwebhooks'
import { describe, expect, expectTypeOf, test } from 'vitest'

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`
const secret = secretOf(7)
const id = '01985a3e-7f1c-7c55-9e0f-3a6b1f0c2d4e'
const told = {
  type: 'referral.created',
  timestamp: '2026-07-30T12:00:00.000Z',
  data: { appId: 'a', membershipId: 'm', referralId: 'r' },
}
const body = JSON.stringify({ ...told, note: 'Zoë' })

/** Signs as the library of the Standard Webhooks does. */
function sign({ by = [secret], at = new Date(), text = body } = {}): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': `${Math.floor(at.getTime() / 1000)}`,
    'webhook-signature': by.map((each) => new Webhook(each).sign(id, at, text)).join(' '),
  }
}

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000)

describe('verifyWebhook', () => {
  test('returns what a signed webhook tells, with its id [D404]', async () => {
    const bytes = new TextEncoder().encode(body)
    for (const each of [body, bytes, Buffer.from(bytes)]) {
      expect(await verifyWebhook({ body: each, headers: sign() }, secret)).toMatchObject({ id, ...told })
    }
    expect(await verifyWebhook({ body, headers: new Headers(sign()) }, [secret])).toMatchObject({ id })
    const upper = Object.fromEntries(
      Object.entries(sign()).map(([name, value]) => [name.toUpperCase(), value]),
    )
    expect(await verifyWebhook({ body, headers: upper }, secret)).toMatchObject({ id })
  })

  test('accepts either secret of a rotation, on either side [D404]', async () => {
    const [old, next] = [secretOf(1), secretOf(2)]
    const both = { body, headers: sign({ by: [next, old] }) }
    for (const known of [old, next, [secretOf(3), old]]) {
      expect(await verifyWebhook(both, known)).toMatchObject({ id })
    }
    expect(await verifyWebhook({ body, headers: sign({ by: [next] }) }, [old, next])).toMatchObject({ id })
  })

  test.each([
    ['another secret', { headers: sign({ by: [secretOf(8)] }) }, 'wrong_signature'],
    ['another body', { body: body.replace('"r"', '"s"') }, 'wrong_signature'],
    [
      'the body as it was parsed and written again',
      { body: JSON.stringify(JSON.parse(body), null, 1) },
      'wrong_signature',
    ],
    ['another id', { headers: { ...sign(), 'webhook-id': 'x' } }, 'wrong_signature'],
    [
      'another version of signatures',
      { headers: { ...sign(), 'webhook-signature': 'v1a,AAAA' } },
      'wrong_signature',
    ],
    ['a signature without bytes', { headers: { ...sign(), 'webhook-signature': 'v1,' } }, 'wrong_signature'],
    ['no signature', { headers: { ...sign(), 'webhook-signature': undefined } }, 'missing_header'],
    ['a header that came twice', { headers: { ...sign(), 'webhook-id': [id, id] } }, 'missing_header'],
    ['no id', { headers: { ...sign(), 'webhook-id': '' } }, 'missing_header'],
    ['a time that is none', { headers: { ...sign(), 'webhook-timestamp': '1e99' } }, 'outside_tolerance'],
    ['a replay after five minutes', { headers: sign({ at: secondsAgo(302) }) }, 'outside_tolerance'],
    ['a time to come', { headers: sign({ at: secondsAgo(-302) }) }, 'outside_tolerance'],
  ])('believes no webhook with %s [D404]', async (_title, changed, code) => {
    const request = { body, headers: sign(), ...changed }
    await expect(verifyWebhook(request, secret)).rejects.toMatchObject({
      name: 'WebhookVerificationError',
      code,
    })
  })

  test('takes one that was under way for almost five minutes [D404]', async () => {
    for (const seconds of [290, -290]) {
      const headers = sign({ at: secondsAgo(seconds) })
      expect(await verifyWebhook({ body, headers }, secret)).toMatchObject({ id })
    }
  })

  test.each(['', 'whsec_', 'whsec_AAAA', secret.slice(6), `${secret} `])(
    'says that %j is no secret, and nothing of it [D404]',
    async (wrong) => {
      const error = await verifyWebhook({ body, headers: sign() }, wrong).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'invalid_secret' })
      if (wrong.length > 10) expect(String(error)).not.toContain(wrong.slice(-20))
    },
  )

  test('says that a signed body is no JSON [D404]', async () => {
    const request = { body: 'no', headers: sign({ text: 'no' }) }
    await expect(verifyWebhook(request, secret)).rejects.toMatchObject({ code: 'unreadable_body' })
  })

  test('knows the types of the contract, and lets later ones be [D404]', () => {
    expectTypeOf<Exclude<KnownWebhookEvent['type'], 'webhook.test'>>().toEqualTypeOf<WebhookTopic>()
    type Data<Topic> = Extract<WebhookEvent, { readonly type: Topic }>['data']
    expectTypeOf<Data<'commission.posted'>>().toEqualTypeOf<WebhookData['commission.posted']>()
  })
})
