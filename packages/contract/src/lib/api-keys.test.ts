import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apiKeyChecksum, apiKeyKind, apiKeyKinds } from './api-keys.ts'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** What a checksum stands for, read back from its digits. */
const toNumber = (checksum: string): number =>
  [...checksum].reduce((sum, digit) => sum * 62 + base62.indexOf(digit), 0)

const buildKey = (kind: string, random = 'a'.repeat(32)): string => {
  const body = `aff_${kind}_${random}`
  return `${body}_${apiKeyChecksum(body)}`
}

describe('apiKeyChecksum', () => {
  it('is the CRC-32 of the text in six base-62 digits [D27]', () => {
    expect(apiKeyChecksum('')).toBe('000000')
    expect(toNumber(apiKeyChecksum('123456789'))).toBe(0xcbf43926)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(apiKeyChecksum(text)).toMatch(/^[0-9A-Za-z]{6}$/)
        expect(toNumber(apiKeyChecksum(text))).toBe(crc32(text))
      }),
    )
  })
})

describe('apiKeyKind', () => {
  it('tells the four kinds apart [5-4] [D27]', () => {
    expect(apiKeyKinds.map((kind) => apiKeyKind(buildKey(kind)))).toEqual([
      'affiliate',
      'workspace',
      'mcp',
      'install_bridge',
    ])
  })

  it('takes 32 to 64 random characters, 190 bits and more [D27]', () => {
    for (const length of [32, 64]) expect(apiKeyKind(buildKey('mcp', 'Z'.repeat(length)))).toBe('mcp')
    for (const length of [31, 65]) expect(apiKeyKind(buildKey('mcp', 'Z'.repeat(length)))).toBeUndefined()
    expect(32 * Math.log2(62)).toBeGreaterThan(190)
  })

  it('rejects a key with any one character changed [D27]', () => {
    const key = buildKey('affiliate', 'aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0zA')
    fc.assert(
      fc.property(fc.nat(key.length - 1), fc.constantFrom(...base62), (position, character) => {
        const changed = key.slice(0, position) + character + key.slice(position + 1)
        fc.pre(changed !== key)

        expect(apiKeyKind(changed)).toBeUndefined()
      }),
    )
  })

  it('rejects a kind relabelled with the checksum of the other one [5-4] [D27]', () => {
    const key = buildKey('affiliate')

    expect(apiKeyKind(key.replace('affiliate', 'workspace'))).toBeUndefined()
  })

  it('rejects other texts, whatever is before or behind a key [D27]', () => {
    const key = buildKey('workspace')
    const texts = [
      '',
      'aff_',
      ` ${key}`,
      `${key} `,
      `${key}\n`,
      `Bearer ${key}`,
      key.toUpperCase(),
      buildKey('admin'),
    ]

    for (const text of texts) expect(apiKeyKind(text), text).toBeUndefined()
  })
})
