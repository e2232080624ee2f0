import { createOpenApiDocument, examples } from '@affiliate-platform/contract/openapi'
import * as z from 'zod'

const wordsSchema = z.record(z.string(), z.looseObject({ description: z.string() }))

/** A terms file to start from. */
export const termsTemplate = examples.saveTerms.requests.commission.value

/** What the members of a terms file are, in the words of the interface. */
export function readTermsWords(): Readonly<Record<string, string>> {
  const { TermsRules, SaveTermsRequest } = createOpenApiDocument().components?.schemas ?? {}
  const { effectiveAt } = membersOf(SaveTermsRequest)
  return { ...membersOf(TermsRules), ...(effectiveAt !== undefined && { effectiveAt }) }
}

function membersOf(schema: unknown): Readonly<Record<string, string>> {
  const members = wordsSchema.parse(Reflect.get(Object(schema), 'properties'))
  return Object.fromEntries(Object.entries(members).map(([name, { description }]) => [name, description]))
}
