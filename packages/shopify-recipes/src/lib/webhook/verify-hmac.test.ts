import { createHmac } from 'node:crypto'
import { expect, it, onTestFinished, vi } from 'vitest'
import { verifyHmac } from './verify-hmac.ts'

const body = new TextEncoder().encode('{"id":1}')
const sign = (secret: string) => createHmac('sha256', secret).update(body).digest('base64')

it('accepts the signature under any of the secrets [5-7]', async () => {
  expect(await verifyHmac(body, sign('b'), ['a', 'b', 'c'])).toBe(true)
  expect(await verifyHmac(body, sign('d'), ['a', 'b', 'c'])).toBe(false)
  expect(await verifyHmac(body, sign('a'), [])).toBe(false)
})

it('tries every secret whichever matches, with the comparison of Web Crypto [5-7]', async () => {
  const verify = vi.spyOn(crypto.subtle, 'verify')
  onTestFinished(() => verify.mockRestore())
  await verifyHmac(body, sign('a'), ['a', 'b', 'c'])
  await verifyHmac(body, sign('x'), ['a', 'b', 'c'])
  expect(verify).toHaveBeenCalledTimes(6)
})

it('rejects a signature in any other spelling than the canonical one', async () => {
  const signature = sign('a')
  const spellings = [
    ` ${signature}`,
    signature.slice(0, -1),
    `${signature}=`,
    `${signature}\n`,
    signature.toLowerCase(),
  ]
  for (const spelling of spellings) expect(await verifyHmac(body, spelling, ['a'])).toBe(false)
})
