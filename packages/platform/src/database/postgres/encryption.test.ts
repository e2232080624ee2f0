import { afterEach, expect, test, vi } from 'vitest'
import { isSentInClear, toDriverUrl } from './encryption.ts'

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['prefer', 'verify-full'],
  ['require', 'verify-full'],
  ['verify-ca', 'verify-full'],
  ['verify-full', 'verify-full'],
  ['no-verify', 'no-verify'],
  ['disable', 'disable'],
])(
  'asks for %s by the name of what the driver makes of it, %s, which needs no warning [D146]',
  (sent, meant) => {
    const { searchParams } = new URL(toDriverUrl(`postgres://db/app?sslmode=${sent}`))
    expect(searchParams.get('sslmode')).toBe(meant)
  },
)

test('leaves the mode to who asks for that of libpq [D146]', () => {
  const url = 'postgres://db/app?uselibpqcompat=true&sslmode=require'
  expect(toDriverUrl(url)).toBe(url)
})

test.each([
  ['postgres://app@db.internal/app', true],
  ['postgres://app@db.internal/app?sslmode=disable', true],
  ['postgres://app@db.internal/app?sslmode=verify-full', false],
  ['postgres://app@db.internal/app?sslmode=require', false],
  ['postgres://app@db.internal/app?ssl=true', false],
  ['postgres://app@127.0.0.1/app', false],
  ['postgres://app@[::1]:5432/app', false],
  ['postgres://app@localhost/app', false],
  ['postgres:///app?host=/var/run/postgresql', false],
])('%s goes over a network in clear: %s [D146]', (url, expected) => {
  expect(isSentInClear(url)).toBe(expected)
})

test.each([
  ['verify-full', false],
  ['disable', true],
])("is in clear or not as the driver's environment says, %s: %s [D146]", (mode, expected) => {
  vi.stubEnv('PGSSLMODE', mode)
  expect(isSentInClear('postgres://app@db.internal/app')).toBe(expected)
})
