import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { currencyCodes } from '../lib/currencies.ts'
import { headerNames } from '../lib/headers.ts'
import * as limits from '../lib/limits.ts'
import { listPayouts } from '../operations/lists/list-payouts.ts'
import { operations } from '../operations/operations.ts'
import { components, createOpenApiDocument } from './document.ts'
import { examples } from './examples.ts'

type Json = null | boolean | number | string | readonly Json[] | JsonObject
interface JsonObject {
  readonly [name: string]: Json
}

// What a client reads is the JSON, not the objects that it was made of.
const document: Json = JSON.parse(JSON.stringify(createOpenApiDocument()))

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What stands at a path into the document; an empty object when there is nothing. */
function at(...path: readonly string[]): JsonObject {
  let here: Json = document
  for (const step of path) here = resolve((isObject(here) ? here[step] : undefined) ?? null)
  return isObject(here) ? here : {}
}

/** What a reference stands for; headers are kept as they are, because a response may have its own. */
function resolve(value: Json): Json {
  const { $ref } = isObject(value) ? value : {}
  if (typeof $ref !== 'string' || $ref.includes('/headers/')) return value
  return at(...$ref.split('/').slice(1))
}

/** Every object below a value. */
function objectsIn(value: Json): readonly JsonObject[] {
  if (Array.isArray(value)) return value.flatMap((element: Json) => objectsIn(element))
  return isObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : []
}

const paths = {
  saveTerms: ['paths', '/api/affiliate-platform/v1/memberships/{id}/terms', 'patch'],
  listPayouts: ['paths', '/api/affiliate-platform/v1/payouts', 'get'],
  identify: ['paths', '/api/identify', 'post'],
} as const

const operationIds = ['saveTerms', 'listPayouts', 'identify'] as const

const schema = (name: string, member: string) => at('components', 'schemas', name, 'properties', member)

const headersOf = (operation: keyof typeof paths, status: string) =>
  Object.keys(at(...paths[operation], 'responses', status, 'headers'))

describe('createOpenApiDocument', () => {
  it('is an OpenAPI 3.1 document with the required parts', () => {
    expect(at()).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Affiliate platform', version: '1' },
      servers: [{ url: '/' }],
    })
    expect(Object.keys(at('paths'))).toEqual([
      ...Object.values(operations).map(({ path }) => path.replace(':id', '{id}')),
      '/api/setup-codes/redeem',
      '/api/receipts/first',
      '/livez',
      '/readyz',
      '/openapi.json',
    ])
  })

  it('is plain JSON, and the same at every call', () => {
    expect(createOpenApiDocument()).toEqual(document)
    expect(JSON.stringify(createOpenApiDocument())).toBe(JSON.stringify(document))
  })

  it('names the server that it is given', () => {
    const serverUrl = 'https://affiliates.example'

    expect(createOpenApiDocument({ serverUrl }).servers).toMatchObject([{ url: serverUrl }])
  })

  it('refers only to what it contains', () => {
    const references = objectsIn(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []))
    const dangling = references.filter(
      (reference) => Object.keys(at(...reference.split('/').slice(1))).length === 0,
    )

    expect(references.length).toBeGreaterThan(50)
    expect(dangling).toEqual([])
  })

  it('declares every path parameter, operation id and response that OpenAPI asks for', () => {
    const ids: Json[] = []
    for (const [path, item] of Object.entries(at('paths'))) {
      for (const operation of Object.values(isObject(item) ? item : {}).filter(isObject)) {
        ids.push(operation['operationId'] ?? null)
        const declared = objectsIn(operation['parameters'] ?? [])
        for (const [, name] of path.matchAll(/\{(\w+)\}/g)) {
          expect(declared).toContainEqual(expect.objectContaining({ name, in: 'path', required: true }))
        }
        for (const response of Object.values(operation['responses'] ?? {})) {
          expect(resolve(response)).toHaveProperty('description', expect.stringMatching(/./))
        }
      }
    }
    expect(ids).toEqual([
      ...Object.keys(operations),
      'redeemSetupCode',
      'firstReceipt',
      'readLiveness',
      'readReadiness',
      'readOpenApiDocument',
    ])
  })

  it('asks for the right key and scope at each operation [5-1] [5-2] [5-4] [5-6]', () => {
    expect(at(...paths.saveTerms)['security']).toEqual([{ affiliateApiKey: ['terms:write'] }])
    expect(at(...paths.listPayouts)['security']).toEqual([{ affiliateApiKey: ['payouts:read'] }])
    expect(at(...paths.identify)['security']).toEqual([{ workspaceApiKey: [] }])
    // Two generators reject a document that names a scheme it does not describe.
    const asked = [...JSON.stringify(at('paths')).matchAll(/"security":\[\{"(\w+)"/g)].map(([, name]) => name)
    expect(new Set(asked)).toEqual(new Set(Object.keys(at('components', 'securitySchemes'))))
  })

  it('shows every example of every operation under its status [D2]', () => {
    for (const id of operationIds) {
      const path = paths[id]
      const { responses, rejections } = examples[id]
      for (const [code, example] of Object.entries(rejections)) {
        const content = ['responses', String(example.value.status), 'content', 'application/problem+json']
        expect(at(...path, ...content, 'examples', code)).toEqual(example)
      }
      expect(at(...path, 'responses', '200', 'content', 'application/json', 'examples')).toEqual(responses)
    }
  })

  it('gives each operation the statuses it can have, and no others [7-400] [7-404] [D2] [D7]', () => {
    const statuses = (operation: keyof typeof paths) =>
      Object.keys(at(...paths[operation], 'responses')).map(Number)

    expect(statuses('saveTerms')).toEqual([200, 400, 401, 403, 404, 409, 413, 415, 429, 500, 503])
    expect(statuses('listPayouts')).toEqual([200, 400, 401, 403, 404, 429, 500, 503])
    expect(statuses('identify')).toEqual([200, 400, 401, 403, 404, 409, 413, 415, 429, 500, 503])
  })

  it('has the fixed headers on every response [4-headers] [9-header] [D8]', () => {
    for (const operation of operationIds) {
      const fixed = [headerNames.requestId, 'Cache-Control']
      if (operation !== 'identify') fixed.push(headerNames.schemaVersion)
      for (const status of Object.keys(at(...paths[operation], 'responses'))) {
        expect(headersOf(operation, status)).toEqual(expect.arrayContaining(fixed))
      }
    }
    expect(headersOf('identify', '200')).not.toContain(headerNames.schemaVersion)
  })

  it('has the headers that belong to an outcome where it belongs [7-429] [D4] [D10] [D29]', () => {
    expect(headersOf('saveTerms', '200')).toEqual(
      expect.arrayContaining(['RateLimit-Policy', 'RateLimit', 'Idempotency-Replayed']),
    )
    expect(headersOf('saveTerms', '401')).toContain('WWW-Authenticate')
    expect(headersOf('saveTerms', '401')).not.toContain('RateLimit')
    expect(headersOf('saveTerms', '404')).toContain('Allow')
    expect(headersOf('saveTerms', '409')).toContain('Retry-After')
    expect(headersOf('identify', '409')).not.toContain('Retry-After')
    expect(headersOf('listPayouts', '429')).toContain('Retry-After')
    expect(headersOf('identify', '503')).toContain('Retry-After')
    expect(headersOf('listPayouts', '200')).not.toContain('Idempotency-Replayed')
  })

  it('marks the headers that a response always has [7-429] [D8] [D10] [D29]', () => {
    const isRequired = (operation: keyof typeof paths, status: string, name: string) => {
      const header = at(...paths[operation], 'responses', status, 'headers', name)
      const { $ref } = header
      return (typeof $ref === 'string' ? at(...$ref.split('/').slice(1)) : header)['required'] === true
    }

    for (const id of operationIds) {
      expect(isRequired(id, '200', headerNames.requestId)).toBe(true)
      expect(isRequired(id, '200', 'RateLimit')).toBe(true)
      expect(isRequired(id, '429', headerNames.retryAfter)).toBe(true)
      expect(isRequired(id, '503', headerNames.retryAfter)).toBe(true)
      // Either may come before the quota is counted.
      expect(isRequired(id, '500', 'RateLimit')).toBe(false)
      expect(isRequired(id, '503', 'RateLimit')).toBe(false)
    }
    // Another conflict than a first request that still runs has nothing to wait for.
    expect(isRequired('saveTerms', '409', headerNames.retryAfter)).toBe(false)
    expect(isRequired('saveTerms', '200', 'Idempotency-Replayed')).toBe(false)
  })

  it('names the choices where there are several', () => {
    const choices = objectsIn(document).flatMap(({ anyOf }) => (Array.isArray(anyOf) ? [anyOf] : []))

    expect(choices.length).toBeGreaterThan(4)
    for (const choice of choices) {
      const names = objectsIn(choice).map(({ title, $ref, type }) => title ?? $ref ?? type)
      expect(new Set(names).size, JSON.stringify(choice)).toBe(choice.length)
      expect(names).not.toContain(undefined)
    }
  })

  it('says the rules that are lost between zod and JSON Schema [2.1-currency] [2.2-includedSaleKinds] [D30]', () => {
    expect(at('components', 'schemas', 'CurrencyCode')['enum']).toEqual(currencyCodes)
    expect(schema('TermsRules', 'includedSaleKinds')['uniqueItems']).toBe(true)
    expect(schema('TermsRules', 'thresholds')['maxItems']).toBe(limits.thresholdsMax)
    const required = (variant: string) => at('components', 'schemas', variant)['required']
    expect(required('InstallIdentification')).toEqual(['myshopifyDomain', 'accessToken', 'appId'])
    expect(required('BackfillIdentification')).toEqual(['myshopifyDomain', 'accessToken', 'appId'])
    expect(required('UninstallIdentification')).toEqual(['myshopifyDomain'])
    // Nothing but a domain, or a backfill without a contact, is one of no variant or of two.
    expect(at('components', 'schemas', 'BackfillIdentification')['minProperties']).toBe(4)
    expect(at('components', 'schemas', 'UninstallIdentification')['minProperties']).toBe(2)
  })

  it('closes requests and leaves responses open [D13]', () => {
    const isClosed = (name: string) => at('components', 'schemas', name)['additionalProperties'] === false

    const identifications = ['InstallIdentification', 'BackfillIdentification', 'UninstallIdentification']
    expect(['SaveTermsRequest', 'TermsRules', 'Money', ...identifications].map(isClosed)).not.toContain(false)
    expect(
      ['TermsVersion', 'SavedTermsRules', 'MoneyResponse', 'PayoutSummary', 'Problem'].map(isClosed),
    ).not.toContain(true)
  })

  it('describes every parameter of the payouts list with its limits [4.2-currency] [4.2-status] [4.2-search] [4.2-cursor] [4.2-limit]', () => {
    const parameters = objectsIn(at(...paths.listPayouts)['parameters'] ?? []).filter(
      (one) => one['in'] === 'query',
    )
    const schemas = Object.fromEntries(parameters.map((one) => [one['name'], one['schema']]))

    expect(parameters.map((one) => one['name'])).toEqual(Object.keys(listPayouts.query.shape))
    expect(schemas).toMatchObject({
      currency: { minLength: 3, maxLength: 3 },
      status: { maxLength: 40 },
      search: { maxLength: 120 },
      cursor: { maxLength: 1500 },
      limit: { type: 'integer', minimum: 1, maximum: 50, default: 50 },
    })
  })

  it('describes every named schema and each of its members', () => {
    expect(Object.keys(at('components', 'schemas')).sort()).toEqual(Object.keys(components).sort())
    for (const [name, { members = {} }] of Object.entries(components)) {
      const described = at('components', 'schemas', name)
      expect(described['description'], name).toMatch(/\.$/)
      expect(Object.keys(members).sort(), name).toEqual(Object.keys(described['properties'] ?? {}).sort())
    }
  })

  it('leaves the schemas themselves without words, so that no client carries them', () => {
    for (const { schema } of Object.values(components)) expect(z.globalRegistry.get(schema)).toBeUndefined()
  })

  it('types the body of identify as one of three named objects', () => {
    const names = ['Install', 'Backfill', 'Uninstall'].map((name) => `${name}Identification`)

    expect(at('components', 'schemas', 'IdentifyRequest')['oneOf']).toEqual(
      names.map((name) => ({ $ref: `#/components/schemas/${name}` })),
    )
    expect(Object.keys(at('components', 'schemas'))).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/Output$/)]),
    )
  })

  it('has no schema that a generator leaves without a type', () => {
    for (const object of objectsIn(document)) {
      expect(object).not.toHaveProperty('const')
      expect(object['additionalProperties']).not.toEqual({})
    }
  })

  it('refers to no text outside of it, and names who runs the service', () => {
    expect(JSON.stringify(document)).not.toMatch(/interface (?:section )?\d/i)
    expect(at('info', 'contact')).toHaveProperty('name')
  })

  it('names the responses that operations have in common', () => {
    const shared = Object.keys(at('components', 'responses'))

    expect(shared).toEqual([
      'Unauthorized',
      'UnknownOperation',
      'QuotaExceeded',
      'ServiceFailed',
      'Unavailable',
    ])
  })
})
