import { createOpenApiDocument } from '@affiliate-platform/contract/openapi'

/** A schema of JSON Schema 2020-12, with the words that the contract uses. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly title?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
}

/** A request or a response by way of example. */
interface Example {
  readonly summary?: string
  readonly value: unknown
}

interface Content {
  readonly schema: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, Example>>
}

/** A parameter in the path, the query or a header. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: unknown
}

/** What a status of an operation brings. */
export interface Response {
  readonly $ref?: string
  readonly description: string
  readonly content?: Readonly<Record<string, Content>>
}

/** One method of one path. */
export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<Record<string, Response>>
  readonly 'x-codeSamples'?: readonly { readonly label: string; readonly source: string }[]
}

/** The OpenAPI document, as far as the reference draws it. */
export interface ReferenceDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Response>>
    readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>
  }
}

/** Reads the contract's own document. */
export function readDocument(): ReferenceDocument {
  return JSON.parse(JSON.stringify(createOpenApiDocument())) as ReferenceDocument
}

/** The name at the end of a reference to a component. */
export function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}

/** Every operation with where it is. */
export function listPlaced({ paths }: ReferenceDocument): readonly (readonly [OperationPlace, Operation])[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [{ method: method.toUpperCase(), path }, operation] as const,
    ),
  )
}

/** Where an operation is. */
export interface OperationPlace {
  readonly method: string
  readonly path: string
}
