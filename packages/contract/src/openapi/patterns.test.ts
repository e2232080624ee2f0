import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { createOpenApiDocument } from './document.ts'

const text = JSON.stringify(createOpenApiDocument())
const patterns = [
  ...new Set([...text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, json = '']) => JSON.parse(json))),
]

/** What a member's pattern takes and what it does not: each side the same in every engine. */
const samples: readonly (readonly [
  pattern: RegExp,
  taken: readonly string[],
  rejected: readonly string[],
])[] = [
  [
    /x00/,
    ['Chris', 'Paul Cooper', 'France', 'Iceland', 'Shopify Plus', 'Zoë', '東京', ''],
    ['a\nb', '\u0000', '\u009f'],
  ],
  [
    /Mm/,
    ['a.myshopify.com', 'Example-1.MyShopify.com'],
    ['a.b.myshopify.com', 'a.myshopify.com.evil', '-a.myshopify.com'],
  ],
  [/@/, ['owner@example.com', ' owner@example.com '], ['owner', 'a b@example.com']],
  [/^\^\\s\*\[\\x21/, ['shpat_1', ' shpat_1 '], ['a b', '']],
]

const samplesOf = (pattern: string) => samples.filter(([which]) => which.test(pattern))

const hasPython = spawnSync('python3', ['--version']).status === 0

describe('the patterns of the OpenAPI document', () => {
  it('are known to this test', () => {
    expect(patterns.length).toBeGreaterThan(5)
    for (const [which] of samples) expect(patterns.some((pattern) => which.test(pattern))).toBe(true)
  })

  // RE2 has no look-around and no reference back, \\p is not in Python, \\u not in RE2, and RE2 repeats at most 1000 times.
  it.each(patterns)('%s uses what every engine knows', (pattern) => {
    expect(pattern).not.toMatch(/\(\?(?!:)|\\[pPukK1-9]|[*+?}]\+/)
    for (const [, most = '0'] of pattern.matchAll(/\{\d+,?(\d*)\}/g))
      expect(Number(most)).toBeLessThanOrEqual(1000)
  })

  it.each(patterns)('%s means the same in ECMAScript with and without u', (pattern) => {
    for (const flags of ['', 'u']) {
      const engine = new RegExp(pattern, flags)
      for (const [, taken, rejected] of samplesOf(pattern)) {
        expect(taken.filter((sample) => !engine.test(sample))).toEqual([])
        expect(rejected.filter((sample) => engine.test(sample))).toEqual([])
      }
    }
  })

  it('mean the same in Python', { skip: !hasPython, meta: { needs: 'python3' } }, () => {
    const program =
      'import json,re,sys\nprint(json.dumps([[bool(re.compile(p).search(s)) for s in t] for p,t in json.load(sys.stdin)]))'
    const rows = patterns.map(
      (pattern) => [pattern, samplesOf(pattern).flatMap(([, ...both]) => both.flat())] as const,
    )
    const found = JSON.parse(
      execFileSync('python3', ['-c', program], { input: JSON.stringify(rows), encoding: 'utf8' }),
    )

    expect(found).toEqual(
      rows.map(([pattern, texts]) => texts.map((sample) => new RegExp(pattern).test(sample))),
    )
  })
})
