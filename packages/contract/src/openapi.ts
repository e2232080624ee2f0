export { createOpenApiDocument, type OpenApiDocument, type OpenApiOptions } from './lib/openapi-document.ts'
export { type Example, examples } from './lib/openapi-examples.ts'
