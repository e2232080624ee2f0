import { expect, it, onTestFinished, vi } from 'vitest'
import { detectWaitUntil } from './background.ts'

it.each(['@vercel/request-context', '@next/request-context'])(
  'finds the background lifecycle by the symbol %s [4.4-2]',
  (name) => {
    const symbol = Symbol.for(name)
    const waitUntil = vi.fn()
    Object.assign(globalThis, { [symbol]: { get: () => ({ waitUntil }) } })
    onTestFinished(() => void Reflect.deleteProperty(globalThis, symbol))
    const work = Promise.resolve()
    detectWaitUntil()(work)
    expect(waitUntil).toHaveBeenCalledExactlyOnceWith(work)
  },
)

it('finds the background lifecycle of Cloudflare [4.4-2]', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' })
  onTestFinished(() => void vi.unstubAllGlobals())
  const waitUntil = vi.fn()
  const importModule = vi.fn(async () => ({ waitUntil }))
  const work = Promise.resolve()
  detectWaitUntil(importModule)(work)
  await Promise.resolve()
  expect(importModule).toHaveBeenCalledExactlyOnceWith('cloudflare:workers')
  expect(waitUntil).toHaveBeenCalledExactlyOnceWith(work)
})

it('keeps what Cloudflare throws outside of a request to itself [4.4-2]', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' })
  onTestFinished(() => void vi.unstubAllGlobals())
  const waitUntil = vi.fn(() => {
    throw new Error('outside of a request')
  })
  detectWaitUntil(async () => ({ waitUntil }))(Promise.resolve())
  await new Promise((resolve) => setImmediate(resolve))
  expect(waitUntil).toHaveBeenCalledOnce()
})

it('does nothing elsewhere, nor where the module of Cloudflare cannot be loaded', async () => {
  const importModule = vi.fn(async () => {
    throw new Error('no such module')
  })
  detectWaitUntil(importModule)(Promise.resolve())
  expect(importModule).not.toHaveBeenCalled()
  vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' })
  onTestFinished(() => void vi.unstubAllGlobals())
  detectWaitUntil(importModule)(Promise.resolve())
  await Promise.resolve()
  expect(importModule).toHaveBeenCalledOnce()
})
