import { createOpenApiDocument } from '@affiliate-platform/contract/openapi'
import type { PlainResponse } from '@affiliate-platform/contract/server'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** Says what of a response is not as the OpenAPI document has it; `undefined` when all is. */
export type ResponseCheck = (
  request: { readonly method: string; readonly path: string },
  sent: PlainResponse,
) => string | undefined

interface DocumentedHeader {
  readonly $ref?: string
  readonly required?: boolean
}

interface DocumentedResponse {
  readonly $ref?: string
  readonly headers?: Readonly<Record<string, DocumentedHeader>>
  readonly content?: Readonly<Record<string, unknown>>
}

interface Documented {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly responses: Readonly<Record<string, DocumentedResponse>> }>>
    >
  >
  readonly components: {
    readonly headers: Readonly<Record<string, DocumentedHeader>>
    readonly responses: Readonly<Record<string, DocumentedResponse>>
  }
}

/** Creates a check by an independent validator: it knows the published document, and nothing of our own schemas. */
export function createResponseCheck(): ResponseCheck {
  const document: unknown = JSON.parse(JSON.stringify(createOpenApiDocument()))
  const { paths, components } = document as Documented
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema(document as object, 'api')

  const compiled = new Map<string, ValidateFunction>()
  const validatorAt = (...segments: readonly string[]): ValidateFunction => {
    const escaped = segments.map((segment) =>
      encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1')),
    )
    const pointer = `api#/${escaped.join('/')}`
    const known = compiled.get(pointer)
    if (known !== undefined) return known
    const validate = ajv.compile({ $ref: pointer })
    compiled.set(pointer, validate)
    return validate
  }

  /** Where the document tells of the response: path, method. A known path with another method has its 404 there. */
  function findOperation(method: string, path: string): readonly [string, string] | undefined {
    const template = Object.keys(paths).find((each) => toPattern(each).test(path))
    if (template === undefined) return undefined
    const methods = Object.keys(paths[template] ?? {})
    const exact = methods.find((each) => each.toUpperCase() === method)
    return [template, exact ?? methods[0] ?? '']
  }

  function checkHeaders(where: readonly string[], response: DocumentedResponse, sent: PlainResponse) {
    const headers = new Map(Object.entries(sent.headers).map(([name, value]) => [name.toLowerCase(), value]))
    for (const [name, header] of Object.entries(response.headers ?? {})) {
      const value = headers.get(name.toLowerCase())
      const { required } = header.$ref === undefined ? header : (components.headers[name] ?? {})
      const target = header.$ref?.slice(2).split('/') ?? [...where, 'headers', name]
      if (value === undefined) {
        if (required) return `lacks the header ${name}`
      } else if (!validatorAt(...target, 'schema')(value)) return `has the header ${name}: ${value}`
    }
    return undefined
  }

  function checkBody(where: readonly string[], response: DocumentedResponse, sent: PlainResponse) {
    const [mediaType = ''] = (sent.headers['Content-Type'] ?? '').split(';')
    if (response.content?.[mediaType] === undefined) return `has the undocumented media type ${mediaType}`
    const validate = validatorAt(...where, 'content', mediaType, 'schema')
    return validate(JSON.parse(String(sent.body))) ? undefined : ajv.errorsText(validate.errors)
  }

  return ({ method, path }, sent) => {
    const operation = findOperation(method, path)
    // Of unknown paths, and of probes that are asked by another method, the document says nothing: a problem it is.
    const isUndocumented404 = sent.status === 404 && (operation === undefined || !path.startsWith('/api/'))
    if (isUndocumented404) {
      const validate = validatorAt('components', 'schemas', 'Problem')
      return validate(JSON.parse(String(sent.body))) ? undefined : ajv.errorsText(validate.errors)
    }
    // The root leads people to the reference.
    if (path === '/' && sent.status === 302) return undefined
    if (operation === undefined) return `is ${sent.status} on an unknown path`
    const [template, verb] = operation
    const documented = paths[template]?.[verb]?.responses[sent.status]
    if (documented === undefined) return `has the undocumented status ${sent.status}`
    const shared = documented.$ref?.slice(2).split('/')
    const where = shared ?? ['paths', template, verb, 'responses', String(sent.status)]
    const response = components.responses[shared?.at(-1) ?? ''] ?? documented
    return checkHeaders(where, response, sent) ?? checkBody(where, response, sent)
  }
}

function toPattern(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}
