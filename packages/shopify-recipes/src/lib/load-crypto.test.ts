import { expect, it, onTestFinished, vi } from 'vitest'
import { loadCrypto } from './load-crypto.ts'

it('finds Web Crypto where it is no global, as on Node 18 [D84]', async () => {
  expect(await loadCrypto()).toBe(globalThis.crypto)
  vi.stubGlobal('crypto', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  expect((await loadCrypto()).randomUUID()).toMatch(/^[\da-f-]{36}$/)
})
