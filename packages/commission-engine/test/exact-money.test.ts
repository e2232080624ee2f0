import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const sources = globSync('src/**/*.ts', { cwd: new URL('..', import.meta.url) })
const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

it('has no way in its source from money to a floating-point number [D62]', () => {
  expect(sources.length).toBeGreaterThan(20)
  const found = sources.filter((file) => /\bNumber\(|parseFloat|parseInt|\/ 100\b|toFixed/.test(read(file)))
  expect(found).toEqual([])
})

it('divides in two places, where a position is worth something and where a part of a base is taken [D62]', () => {
  const dividing = sources.filter((file) =>
    /[\w)\]] \/ [\w(]/.test(read(file).replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')),
  )
  expect(dividing.map((file) => file.split('/').at(-1)).sort()).toEqual(['allocation.ts', 'worth.ts'])
})
