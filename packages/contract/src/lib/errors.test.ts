import { describe, expect, it } from 'vitest'
import { issuesOf } from '../../test/builders.ts'
import { errorCatalogue, problemSchema } from './errors.ts'

const codesByStatus = {
  400: [
    'invalid_json',
    'invalid_request',
    'invalid_parameter',
    'invalid_cursor',
    'invalid_idempotency_key',
    'terms_rejected',
    'nothing_to_identify',
    'platform_token_rejected',
    'malformed_request',
  ],
  401: ['missing_credential', 'invalid_credential'],
  403: ['scope_denied', 'access_denied'],
  404: ['not_found'],
  405: ['method_not_allowed'],
  408: ['request_timeout'],
  409: [
    'idempotency_key_reused',
    'idempotency_key_in_progress',
    'platform_access_denied',
    'platform_shop_unavailable',
    'platform_shop_mismatch',
  ],
  413: ['body_too_large'],
  415: ['unsupported_media_type'],
  429: ['quota_exceeded'],
  431: ['headers_too_large'],
  500: ['internal_error'],
  503: ['unavailable', 'platform_unavailable'],
}

const problem = {
  type: '/docs/errors/not_found',
  title: 'There is no such operation',
  status: 404,
  detail: 'There is no operation at this path.',
  code: 'not_found',
  requestId: 'r',
}

describe('errorCatalogue', () => {
  it('has exactly the decided codes, each with its status [7-400] [7-401] [7-403] [7-404] [7-409] [7-429] [D2] [D51]', () => {
    const decided = Object.entries(codesByStatus).flatMap(([status, codes]) =>
      codes.map((code) => [code, Number(status)]),
    )
    const listed = Object.entries(errorCatalogue).map(([code, { status }]) => [code, status])

    expect(listed).toEqual(decided)
  })

  it('has a title of its own for every code, in stable snake_case [D1] [D2]', () => {
    const titles = Object.values(errorCatalogue).map(({ title }) => title)

    expect(new Set(titles).size).toBe(titles.length)
    expect(Object.keys(errorCatalogue).filter((code) => !/^[a-z]+(_[a-z]+)*$/.test(code))).toEqual([])
  })
})

describe('problemSchema', () => {
  it('takes a code and members that came later [D1] [D13]', () => {
    const later = { ...problem, code: 'teapot', hint: 'x', errors: [{ code: 'c', message: 'm', path: 'p' }] }

    expect(problemSchema.parse(later)).toEqual(later)
  })

  it('requires the members that clients rely on [D1]', () => {
    expect(issuesOf(problemSchema, {})).toEqual(Object.keys(problem).map((name) => `/${name} required`))
  })
})
