import { createDocument } from 'zod-openapi'
import { schemaVersion } from '../lib/headers.ts'
import { responseHeaders } from '../lib/openapi-headers.ts'
import type { Component } from '../lib/openapi-notes.ts'
import { operationDocs } from '../operations/operations.docs.ts'
import { identificationSchema } from '../operations/shops/identify.components.ts'
import { sharedComponents } from './components.ts'
import { createOperationPaths, securitySchemes } from './operations.ts'
import { retryExtensions, retryWords } from './retries.ts'
import { codeSamples } from './samples.ts'
import { servicePaths } from './service-paths.ts'
import { shareResponses } from './shared-responses.ts'

/** An OpenAPI 3.1 document. It is plain JSON. */
export type OpenApiDocument = ReturnType<typeof createDocument>

/** What the OpenAPI document does not know by itself. */
export interface OpenApiOptions {
  /** The base URL of the service. Default: `/`, the place where the document itself is served. */
  readonly serverUrl?: string
}

/** Every schema that the document names, so that clients generated from it have types with these names. */
export const components: Readonly<Record<string, Component>> = {
  ...sharedComponents,
  ...Object.fromEntries(Object.values(operationDocs).flatMap((docs) => Object.entries(docs.components))),
}

const toSchemas = (named: Readonly<Record<string, Component>>) =>
  Object.fromEntries(Object.entries(named).map(([name, { schema }]) => [name, schema]))

/**
 * Creates the OpenAPI 3.1 document of the whole interface from the contract's own tables: operations, schemas, limits,
 * error codes and headers, with an example for each outcome. The same options give the same document, byte for byte.
 */
export function createOpenApiDocument({ serverUrl = '/' }: OpenApiOptions = {}): OpenApiDocument {
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Affiliate platform',
        version: schemaVersion,
        description: `Save prospective terms for memberships, list payouts, and identify the business contacts of shops. ${retryWords}`,
        contact: { name: 'The operator of this service' },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: serverUrl, description: 'The service that this document comes from.' }],
      ...retryExtensions.all,
      tags: [
        ...new Map(Object.values(operationDocs).map(({ tag }) => [tag.name, tag])).values(),
        { name: 'Service', description: 'For operators and tools. No API key is needed.' },
      ],
      paths: { ...createOperationPaths(), ...servicePaths },
      components: { schemas: toSchemas(components), headers: responseHeaders, securitySchemes },
    },
    {
      // The format of an id or an instant says all that zod's long pattern says.
      override: ({ jsonSchema, zodSchema }) => {
        if (jsonSchema.format !== undefined) delete jsonSchema.pattern
        if (zodSchema === identificationSchema && jsonSchema.anyOf !== undefined) {
          jsonSchema.oneOf = jsonSchema.anyOf
          delete jsonSchema.anyOf
        }
        makePortable(jsonSchema)
      },
    },
  )
  dropUnnamedSchemas(document)
  addNotes(document)
  addSamples(document)
  shareResponses(document)
  return document
}

// What a variant of identify is once it was trimmed and lowered is nobody's request and nobody's response.
function dropUnnamedSchemas(document: OpenApiDocument): void {
  const schemas = document.components?.schemas ?? {}
  for (const name of Object.keys(schemas)) {
    if (!Object.hasOwn(components, name)) delete schemas[name]
  }
}

// Some generators fail on a constant, or give the members of an open object no type. What is left says the same.
function makePortable(schema: { const?: unknown; enum?: unknown; additionalProperties?: unknown }): void {
  if (schema.const !== undefined) {
    schema.enum = [schema.const]
    delete schema.const
  }
  const { additionalProperties } = schema
  const isAnything = typeof additionalProperties === 'object' && additionalProperties !== null
  if (isAnything && Object.keys(additionalProperties).length === 0) delete schema.additionalProperties
}

// The words are added to the finished document, not to the schemas: there they would weigh in every client, and two
// members that share one schema could not have words of their own.
function addNotes(document: OpenApiDocument): void {
  for (const [name, { schema: _schema, members = {}, ...note }] of Object.entries(components)) {
    const schema = document.components?.schemas?.[name]
    if (typeof schema !== 'object') continue
    Object.assign(schema, note)
    const properties = 'properties' in schema ? schema.properties : {}
    for (const [member, memberNote] of Object.entries(members)) {
      const property = properties?.[member]
      if (typeof property === 'object') Object.assign(property, memberNote)
    }
  }
}

function addSamples({ paths = {} }: OpenApiDocument): void {
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    Object.assign(operation, { 'x-codeSamples': codeSamples[operation.operationId] })
  }
}
