import type { MailContent } from '@affiliate-platform/contract/console'
import { expect, test } from 'vitest'
import { buildMail } from '../../test/mail/mails.ts'
import { composeMail } from './compose-mail.ts'

const origin = 'https://affiliates.example.com'
const at = { askedAt: new Date('2026-08-01T08:00:00Z'), appliesFrom: new Date('2026-08-04T08:00:00Z') }

const read = (content: MailContent) => {
  const { subject, text } = composeMail(buildMail({ content, unsubscribe: undefined }), origin)
  return `${subject}\n\n${text}`
}

test('mails about an address say what happens, and neither names the other address [D449] [D453]', async () => {
  const kinds = ['address_proof', 'address_changing'] as const
  const audiences = ['member', 'operator', null] as const
  const mails = audiences.flatMap((audience) =>
    kinds.map((kind) => read({ kind, audience, token: 'TOKEN', ...at })),
  )
  const changed = [false, true].map((isTakenBack) => read({ kind: 'address_changed', isTakenBack }))
  const all = [...mails, ...changed].join(`\n${'='.repeat(20)}\n\n`)
  await expect(all).toMatchFileSnapshot('../../test/mail/address-mails.txt')
})
