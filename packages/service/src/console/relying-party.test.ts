import { expect, test } from 'vitest'
import { findRelyingParty } from './relying-party.ts'

const from = (host: string) => ({ header: (name: string) => (name === 'host' ? host : undefined) })
const anyHost = from('evil.example')

test.each([
  ['https://affiliates.example.com', 'affiliates.example.com'],
  ['https://affiliates.example.com:8443', 'affiliates.example.com'],
  ['http://localhost:4010', 'localhost'],
])('passkeys of a console at %s are for %s, whatever a request calls it [D343]', (origin, id) => {
  expect(findRelyingParty({ origin }, anyHost)).toEqual({ id, origin })
})

test.each(['https://203.0.113.7', 'http://affiliates.example.com', 'http://127.0.0.1:4010'])(
  'a console at %s offers none [D343]',
  (origin) => {
    expect(findRelyingParty({ origin }, anyHost)).toBeUndefined()
  },
)

test('a console of this machine offers them by its name alone [D343]', () => {
  const origin = 'http://localhost:4010'
  expect(findRelyingParty('loopback', from('localhost:4010'))).toEqual({ id: 'localhost', origin })
  for (const host of ['127.0.0.1:4010', '[::1]:4010', 'evil.example', '', 'localhost.evil.example']) {
    expect(findRelyingParty('loopback', from(host)), host).toBeUndefined()
  }
})
