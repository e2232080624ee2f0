export { createOpenApiDocument, type OpenApiDocument, type OpenApiOptions } from './openapi/document.ts'
export { type Example, examples } from './openapi/examples.ts'
