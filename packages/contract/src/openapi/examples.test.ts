import { describe, expect, it } from 'vitest'
import { issuesOf } from '../../test/builders.ts'
import { errorCatalogue, problemSchema } from '../lib/errors.ts'
import { checkIdentify, identifyRequestSchema, identifyResponseSchema } from '../lib/identify.ts'
import { parseListQuery } from '../lib/list-query.ts'
import type { Example } from '../lib/openapi-rejections.ts'
import { saveTermsRequestSchema, termsVersionSchema } from '../lib/terms.ts'
import { checkTermsRules } from '../lib/terms-rules.ts'
import { listPayouts, payoutsPageSchema } from '../operations/lists/list-payouts.ts'
import { identifyProblemSchema } from '../operations/shops/identify.components.ts'
import { examples } from './examples.ts'

/** The values of a group of examples. */
const values = <Group extends Readonly<Record<string, Example<unknown>>>>(
  group: Group,
): readonly Group[keyof Group]['value'][] => Object.values(group).map(({ value }) => value)

/** What is rejected before it is known which operation is meant, or by no operation of the interface. */
const unreadable = ['malformed_request', 'method_not_allowed', 'request_timeout', 'headers_too_large']

const codesOf = (statuses: readonly number[]): readonly string[] =>
  Object.entries(errorCatalogue).flatMap(([code, { status }]) => (statuses.includes(status) ? [code] : []))

describe('examples', () => {
  it('saves terms that pass the schema step and the business step [4.1-rules] [4.1-1]', () => {
    for (const request of values(examples.saveTerms.requests)) {
      expect(issuesOf(saveTermsRequestSchema, request)).toEqual([])
      expect(checkTermsRules(request.rules)).toEqual([])
    }
  })

  it('identifies shops in all three variants [4.3-install] [4.3-backfill] [4.3-uninstall]', () => {
    expect(Object.keys(examples.identify.requests)).toEqual(['install', 'backfill', 'uninstall'])
    for (const request of values(examples.identify.requests)) {
      expect(issuesOf(identifyRequestSchema, request)).toEqual([])
      expect(checkIdentify(request)).toEqual([])
    }
  })

  it('lists payouts with queries that are accepted [4.2-1]', () => {
    const queries: Readonly<Record<string, Example<Readonly<Record<string, string>>>>> =
      examples.listPayouts.queries

    for (const query of values(queries))
      expect(parseListQuery(listPayouts.query, Object.entries(query))).toMatchObject({ ok: true })
  })

  it('responds as the schemas say [4.1-success] [4.2-1] [4.3-ok] [D34]', () => {
    for (const response of values(examples.saveTerms.responses))
      expect(issuesOf(termsVersionSchema, response)).toEqual([])
    for (const response of values(examples.listPayouts.responses))
      expect(issuesOf(payoutsPageSchema, response)).toEqual([])
    for (const response of values(examples.identify.responses))
      expect(issuesOf(identifyResponseSchema, response)).toEqual([])
  })

  it('rejects with problem documents, each filed under its code [D1] [D2]', () => {
    for (const { rejections } of Object.values(examples)) {
      for (const [code, { value }] of Object.entries(rejections)) {
        expect(issuesOf(problemSchema, value)).toEqual([])
        expect(value).toMatchObject({ code, type: `/docs/errors/${code}` })
      }
    }
    for (const rejection of values(examples.identify.rejections)) {
      expect(issuesOf(identifyProblemSchema, rejection)).toEqual([])
    }
  })

  it('has a rejection for every code of the catalogue at some operation, but for requests that cannot be read [D2] [D51]', () => {
    const shown = Object.values(examples).flatMap(({ rejections }) => Object.keys(rejections))

    expect(Object.keys(errorCatalogue).filter((code) => !shown.includes(code))).toEqual(unreadable)
  })

  it('has every rejection that can meet any caller at every operation [D2] [D7]', () => {
    const everywhere = codesOf([401, 404, 429, 500]).concat('access_denied', 'unavailable')

    for (const { rejections } of Object.values(examples)) {
      expect(everywhere.filter((code) => !Object.hasOwn(rejections, code))).toEqual([])
    }
  })

  it('shows no rejection of bodies where there is no body [D7]', () => {
    expect(
      codesOf([413, 415]).filter((code) => Object.hasOwn(examples.listPayouts.rejections, code)),
    ).toEqual([])
  })
})
