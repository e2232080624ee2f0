import { expect, test } from 'vitest'
import { buildMail } from '../../test/mail/mails.ts'
import { composeMail } from './compose-mail.ts'

const origin = 'https://affiliates.example.com'

test('a mail reads well as text [D407]', () => {
  const { subject, text } = composeMail(buildMail(), origin)
  expect(subject).toBe('$1,250.00 from Partners is on its way')
  expect(text).toBe(`Hello Mia <Moore>,

Studio & Co has paid you $1,250.00 for Partners.

If it does not arrive within a few days, tell them.

  Paid on: August 1, 2026
  By: bank transfer
  Reference: R-1

https://affiliates.example.com/portal/payouts/019ed000-0000-7000-8000-000000000004

-- 
No more such mail: https://affiliates.example.com/mail/unsubscribe/token
`)
})

test('its HTML says the same, with nothing that is loaded and nothing that a name could make of it [D407]', () => {
  const { html } = composeMail(buildMail(), origin)
  expect(html).toContain('<p>Hello Mia &lt;Moore&gt;,</p>')
  expect(html).toContain('Studio &amp; Co has paid you $1,250.00 for Partners.')
  expect(html).toContain(
    `<a href="${origin}/portal/payouts/019ed000-0000-7000-8000-000000000004">See the payout</a>`,
  )
  expect(html).not.toMatch(/<img|<script|style=|src=/)
  expect(html).not.toMatch(/<link|url\(|@import/)
})

test('its HTML names the program, has one button, and has colours of its own where it is dark [D407]', () => {
  const { html } = composeMail(buildMail(), origin)
  expect(html).toContain('<p class="from">Partners</p>')
  expect(html.match(/<p class="act">/g)).toHaveLength(1)
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toContain('@media (prefers-color-scheme: dark)')
  // What is about no program is from who runs it.
  const { html: test } = composeMail(buildMail({ content: { kind: 'test' } }), origin)
  expect(test).toContain('<p class="from">Studio &amp; Co</p>')
  expect(test).not.toContain('<p class="act">')
})

test('whoever has no account is led nowhere where they would have to sign in [D407]', () => {
  const { text, html } = composeMail(buildMail({ hasAccount: false }), origin)
  expect(text + html).not.toContain('/portal/')
})

test('terms that change are told rule by rule, as they are and were [D407]', () => {
  const rules = {
    ...{ basis: 'net' as const, rateBps: 2500, cpi: { amountMinor: '0', currency: 'USD' } },
    ...{ includedSaleKinds: ['subscription_sale'], durationMonths: null, holdDays: 30, windowDays: 30 },
    ...{
      threshold: { amountMinor: '5000', currency: 'USD' },
      thresholds: [{ amountMinor: '5000', currency: 'USD' }],
    },
    ...{ allowExistingShops: false, allowManualClaims: true },
  }
  const write = (effectiveAt: string) =>
    composeMail(
      buildMail({
        content: {
          ...{ kind: 'terms_changed', program: 'Partners', effectiveAt: new Date(effectiveAt) },
          ...{ before: { ...rules, rateBps: 2000, durationMonths: 12 }, rules },
        },
      }),
      origin,
    ).text
  const text = write('2026-07-31T22:00:00Z')
  expect(text).toContain('for shops that you refer from August 1, 2026 on.')
  expect(write('2026-07-31T22:01:00Z')).toContain('from August 1, 2026 at 12:01 AM GMT+2 on.')
  expect(text).toContain(`
  You get: 25% of what shops pay, after Shopify’s fees (before: 20% of what shops pay, after Shopify’s fees)
  You earn from a shop: without end (before: 12 months from the install)
`)
})
