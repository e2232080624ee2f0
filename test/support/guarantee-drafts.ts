import { operations } from '@affiliate-platform/contract'
import { examples } from '@affiliate-platform/contract/openapi'
import type { Random } from '@affiliate-platform/operator/demo'
import { pick } from './guarantee-scale.ts'
import { termsPath } from './terms.ts'
import type { TestService } from './test-service.ts'

/** A request before it is sent: everything in it may be changed. */
export interface Draft {
  method: string
  path: string
  query: [string, string][]
  headers: Map<string, string>
  body: Buffer | undefined
}

/** Builds a request to one of the operations as the document's examples have it, with records and keys of the demo. */
export function buildDraft(random: Random, service: TestService): Draft {
  const drafts = [draftTerms, draftTerms, draftList, draftList, draftIdentify, draftPublic]
  return pick(random, drafts)(random, service)
}

function draftTerms(random: Random, { ids, keys }: TestService): Draft {
  const { value } = pick(random, Object.values(examples.saveTerms.requests))
  return {
    method: operations.saveTerms.method,
    path: termsPath(pick(random, [ids.membershipId, ids.membershipId, ...Object.values(ids)])),
    query: [],
    headers: toHeaders(keys.affiliate, { 'idempotency-key': `fuzz-${random.below(50)}` }),
    body: toBody(value),
  }
}

function draftList(random: Random, { ids, keys }: TestService): Draft {
  const { appId, programId, groupId, membershipId } = ids
  const valid: readonly (readonly [string, readonly string[]])[] = [
    ['appId', [appId, '', 'null']],
    ['programId', [programId]],
    ['groupId', [groupId]],
    ['membershipId', [membershipId]],
    ['from', ['2025-01-01', '2025-06-01T00:00:00Z']],
    ['to', ['2027-01-01', '2026-06-01T00:00:00+02:00']],
    ['currency', ['USD', 'eur', 'xxx']],
    ['status', ['unreported', 'confirmed', 'someday']],
    ['search', ['a', '%', '', "o'hara"]],
    ['limit', ['1', '50', '7']],
  ]
  const query = valid
    .filter(() => random.below(4) === 0)
    .map(([name, values]): [string, string] => [name, pick(random, values)])
  const { method, path } = operations.listPayouts
  return { method, path, query, headers: toHeaders(keys.affiliate), body: undefined }
}

function draftIdentify(random: Random, { ids, keys, shops }: TestService): Draft {
  const { value } = pick(random, Object.values(examples.identify.requests))
  const shop = pick(random, shops)
  const own = {
    ...value,
    myshopifyDomain: shop.domain,
    ...('accessToken' in value && { accessToken: shop.accessToken, appId: ids.appId }),
  }
  const { method, path } = operations.identify
  return { method, path, query: [], headers: toHeaders(keys.workspace), body: toBody(own) }
}

function draftPublic(random: Random, { keys }: TestService): Draft {
  const path = pick(random, [
    '/livez',
    '/readyz',
    '/openapi.json',
    '/',
    '/api',
    '/api/affiliate-platform/v2/payouts',
  ])
  return { method: 'GET', path, query: [], headers: toHeaders(keys.affiliate), body: undefined }
}

function toHeaders(key: string, more: Readonly<Record<string, string>> = {}): Map<string, string> {
  return new Map(
    Object.entries({ authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more }),
  )
}

const toBody = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
