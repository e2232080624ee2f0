import { expect, test } from 'vitest'
import { en } from 'zod/locales'
import * as z from 'zod/mini'
import { operations } from '../operations/operations.ts'
import { describeZodIssue } from './describe-zod-issue.ts'
import { identifyRequestSchema, identifyResponseSchema } from './identify.ts'
import { saveTermsRequestSchema, termsVersionSchema } from './terms.ts'

const schemas = {
  identifyResponseSchema,
  identifyRequestSchema,
  payoutsPageSchema: operations.listPayouts.response,
  payoutsQuerySchema: operations.listPayouts.query,
  saveTermsRequestSchema,
  termsVersionSchema,
}

const wrongValues = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  10 ** 9,
  '',
  'x',
  'x'.repeat(2000),
  [],
  ['x', 'x'],
  {},
]

interface SchemaView {
  readonly def: {
    readonly shape?: Readonly<Record<string, z.ZodMiniType>>
    readonly element?: z.ZodMiniType
    readonly innerType?: z.ZodMiniType
  }
}

// Every schema inside a schema.
function collectSchemas(schema: z.ZodMiniType): z.ZodMiniType[] {
  const { shape = {}, element, innerType } = (schema as unknown as SchemaView).def
  const inside = [...Object.values(shape), element, innerType].filter((part) => part !== undefined)
  return [schema, ...inside.flatMap(collectSchemas)]
}

test.each(Object.entries(schemas))("says what zod's English says of every fault: %s [D105]", (_, schema) => {
  const { localeError } = en()
  let faults = 0
  for (const part of collectSchemas(schema as z.ZodMiniType)) {
    for (const value of wrongValues) {
      const [ours, zods] = [describeZodIssue, localeError].map(
        (error) => z.safeParse(part, value, { reportInput: true, error }).error?.issues ?? [],
      )
      // The words for a member that is not known are the contract's own.
      const messages = (issues = ours) =>
        issues?.filter(({ code }) => code !== 'unrecognized_keys').map(({ message }) => message)
      expect(messages(ours)).toEqual(messages(zods))
      faults += ours?.length ?? 0
    }
  }
  expect(faults).toBeGreaterThan(20)
})
