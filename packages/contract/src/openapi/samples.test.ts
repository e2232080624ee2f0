import { expect, it } from 'vitest'
import { operations as ofClient } from '../operations/operations.ts'
import { createOpenApiDocument } from './document.ts'

const operations = Object.values(createOpenApiDocument().paths ?? {}).flatMap((item) => Object.values(item))

const labelsOf = (operation: object) =>
  'x-codeSamples' in operation && Array.isArray(operation['x-codeSamples'])
    ? operation['x-codeSamples'].map(({ label }) => label)
    : []

it('has a sample of every operation in each language, and of every one of the client for TypeScript [D119] [D489]', () => {
  expect(operations.length).toBeGreaterThan(5)
  for (const operation of operations) {
    const isOfClient = Object.hasOwn(ofClient, operation.operationId)
    expect([operation.operationId, ...labelsOf(operation)]).toEqual([
      operation.operationId,
      'curl',
      ...(isOfClient ? ['TypeScript'] : []),
      'Python',
      'Ruby',
      'PHP',
    ])
  }
})

it('writes no key into a sample, but the variable that holds it [D119]', () => {
  expect(JSON.stringify(operations)).toContain('Bearer $AFFILIATE_API_KEY')
  expect(JSON.stringify(operations)).not.toMatch(/Bearer aff_/)
})
