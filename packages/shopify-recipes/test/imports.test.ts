import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = new URL('../src/', import.meta.url)
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(new URL(file, folder), 'utf8') }))

/** What a file loads, its examples aside. */
function listImports(text: string): readonly string[] {
  const code = text.replaceAll(/^ \*.*$/gm, '')
  return [...code.matchAll(/(?:from |import\()'([^']+)'/g)].map(([, name = '']) => name)
}

it('imports nothing of Shopify, msw or the simulator but for tests and the install of the doctor', () => {
  const guilty = sources.filter(({ file, text }) => {
    const isForeign = (name: string) => /^(@shopify\/|msw|@affiliate-platform\/shopify-simulator)/.test(name)
    const isForTrials = /^(lib\/testing\/start-shopify|cli\/doctor\/install\/)/.test(file)
    return listImports(text).some(isForeign) && !isForTrials
  })
  expect(guilty.map(({ file }) => file)).toEqual([])
})

it('imports nothing of Node in what runs on any host', () => {
  const isNodeOnly = (file: string) => /^(cli\/|lib\/testing\/|lib\/express-)/.test(file)
  const guilty = sources.filter(({ file, text }) => {
    return !isNodeOnly(file) && listImports(text).some((name) => name.startsWith('node:'))
  })
  expect(guilty.map(({ file }) => file)).toEqual([])
})
