import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { buildIdentify, buildRules, describeIssue } from '../../test/builders.ts'
import { listPayouts } from '../operations/lists/list-payouts.ts'
import { identifyRequestSchema } from './identify.ts'
import { type Checked, parseBody, parseParameters } from './issues.ts'
import { parseListQuery } from './list-query.ts'
import { saveTermsRequestSchema } from './terms.ts'

const described = (checked: Checked<unknown>) => (checked.ok ? [] : checked.issues.map(describeIssue))

const canary = 'canary_7f3a9c'

describe('parseBody', () => {
  it('gives the typed value, or every fault at once with its place [D1] [D3]', () => {
    const schema = z.strictObject({ list: z.array(z.int()), name: z.string() })

    expect(parseBody(schema, { list: [1], name: 'a' })).toEqual({ ok: true, value: { list: [1], name: 'a' } })
    expect(described(parseBody(schema, { list: [1, 'x', 2.5] }))).toEqual([
      '/list/1 invalid_type',
      '/list/2 invalid_type',
      '/name required',
    ])
  })

  it('escapes the two special characters of a JSON Pointer [D1]', () => {
    const schema = z.strictObject({ 'a/b': z.strictObject({ 'c~d': z.int() }) })

    expect(described(parseBody(schema, { 'a/b': { 'c~d': 'x' } }))).toEqual(['/a~1b/c~0d invalid_type'])
    expect(described(parseBody(schema, { 'a/b': {} }))).toEqual(['/a~1b/c~0d required'])
  })

  it('points to the whole body with the empty pointer [D1]', () => {
    expect(parseBody(saveTermsRequestSchema, null)).toMatchObject({ issues: [{ pointer: '' }] })
  })

  it('rejects members that a parser may hide, in every object of a body [D13]', () => {
    const money = '{"amountMinor":"1","currency":"USD"}'
    const rules = JSON.stringify(buildRules())
    const identify = JSON.stringify(buildIdentify())
    const withProto = (json: string) => JSON.parse(json.replace('{', '{"__proto__":{"admin":true},'))
    const cpi = { ...buildRules(), cpi: withProto(money) }

    expect(described(parseBody(saveTermsRequestSchema, withProto(`{"rules":${rules}}`)))).toEqual([
      'unknown_member',
    ])
    expect(described(parseBody(saveTermsRequestSchema, { rules: withProto(rules) }))).toEqual([
      '/rules unknown_member',
    ])
    expect(described(parseBody(saveTermsRequestSchema, { rules: cpi }))).toEqual([
      '/rules/cpi unknown_member',
    ])
    expect(described(parseBody(identifyRequestSchema, withProto(identify)))).toEqual(['unknown_member'])
  })

  it('rejects members named like what every object has [D13]', () => {
    const body = { rules: { ...buildRules(), constructor: 1, hasOwnProperty: 2 } }

    expect(described(parseBody(saveTermsRequestSchema, body))).toEqual([
      '/rules/constructor unknown_member',
      '/rules/hasOwnProperty unknown_member',
    ])
  })

  it('names an unknown member only when its name is a plain word [D1]', () => {
    const names = ['ratebps', 'shpat_0123456789abcdef', 'owner@example.com', 'x'.repeat(31), '']
    const body = buildIdentify(Object.fromEntries(names.map((name) => [name, 1])))

    expect(described(parseBody(identifyRequestSchema, body))).toEqual([
      '/ratebps unknown_member',
      ...Array(4).fill('unknown_member'),
    ])
  })

  it('never tells a value that was sent, wherever it was sent [D1]', () => {
    const anyValue = fc.oneof(
      fc.constantFrom<unknown>(
        canary,
        [canary],
        { [canary]: canary },
        { amountMinor: canary, currency: canary },
      ),
      fc.jsonValue().map((value) => [canary, value]),
    )
    const termsNames = [...Object.keys(buildRules()), 'thresholds', canary]
    const identifyNames = [...Object.keys(identifyRequestSchema.shape), canary]
    const bodies = fc.tuple(
      fc.dictionary(fc.constantFrom(...termsNames), anyValue),
      fc.dictionary(fc.constantFrom(...identifyNames), anyValue),
      anyValue,
    )
    fc.assert(
      fc.property(bodies, ([rules, identify, effectiveAt]) => {
        const terms = { rules: { ...buildRules(), ...rules }, effectiveAt }

        expect(JSON.stringify(parseBody(saveTermsRequestSchema, terms))).not.toContain(canary)
        const checked = parseBody(identifyRequestSchema, buildIdentify(identify))
        if (!checked.ok) expect(JSON.stringify(checked.issues)).not.toContain(canary)
      }),
      { numRuns: 500 },
    )
  })
})

describe('parseParameters', () => {
  it('names the parameter of each fault [D1] [D25]', () => {
    const schema = z.object({ id: z.guid() })

    expect(parseParameters(schema, { id: 'x' })).toMatchObject({ issues: [{ parameter: 'id' }] })
  })

  it('calls an unknown parameter a parameter [D1]', () => {
    expect(parseListQuery(listPayouts.query, [['stauts', 'confirmed']])).toMatchObject({
      issues: [{ parameter: 'stauts', message: 'This parameter is not known. Remove it.' }],
    })
  })

  it('never tells the value or the made-up name of a parameter [D1] [D28]', () => {
    const names = fc.constantFrom(...Object.keys(listPayouts.query.shape), canary)
    const parameters = fc.array(fc.tuple(names, fc.constantFrom(canary, canary.repeat(150), '')))
    fc.assert(
      fc.property(parameters, (pairs) => {
        const checked = parseListQuery(listPayouts.query, pairs)

        if (!checked.ok) expect(JSON.stringify(checked.issues)).not.toContain(canary)
      }),
    )
  })
})
