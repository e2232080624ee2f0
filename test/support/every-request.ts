import { firstReceipt, listOperations, recordOperations } from '@affiliate-platform/contract'
import { buildRules, termsPath } from './terms.ts'
import type { TestRequest, TestService } from './test-service.ts'

/** A request of one kind: what it is called, and how it is sent. */
export interface KindOfRequest {
  readonly name: string
  readonly path: string
  /** @param turn - counts the requests of this kind, two of which in a row are a save and its retry */
  readonly init: (turn: number) => TestRequest
}

/**
 * One request of each kind that the service takes: every operation, every filter's leading statement, every tool of an
 * assistant. Together they run every statement that serves a request.
 *
 * @param mcpKey - a key of an assistant that may save terms
 */
export function listRequests(service: TestService, mcpKey: string): readonly KindOfRequest[] {
  return [...listWrites(service), ...listReads(service), ...listTools(service, mcpKey)]
}

function listWrites({ keys, ids, shops }: TestService): readonly KindOfRequest[] {
  const [shop] = shops
  const save = { method: 'PATCH', key: keys.affiliate, json: { rules: buildRules() } }
  const post = (json: object) => () => ({ method: 'POST', key: keys.workspace, json })
  const contact = { myshopifyDomain: shop?.domain, country: 'Norway' }
  const token = { myshopifyDomain: shop?.domain, accessToken: shop?.accessToken, appId: ids.appId }
  const path = termsPath(ids.membershipId)
  const keyed = (turn: number) => ({ ...save, headers: { 'Idempotency-Key': `kept-${turn >> 1}` } })
  return [
    { name: 'saveTerms', path, init: () => save },
    { name: 'saveTerms with a key', path, init: keyed },
    { name: 'identify by contact', path: '/api/identify', init: post(contact) },
    { name: 'identify by token', path: '/api/identify', init: post(token) },
    {
      name: 'redactShop',
      path: '/api/compliance/shop-redact',
      init: post({ myshopifyDomain: shop?.domain }),
    },
    {
      name: 'firstReceipt',
      path: `${firstReceipt.path}?appId=${ids.appId}&since=2026-01-01T00:00:00Z`,
      init: () => ({ key: keys.workspace }),
    },
    { name: 'readyz', path: '/readyz', init: () => ({}) },
  ]
}

function listReads({ keys, ids }: TestService): readonly KindOfRequest[] {
  const init = () => ({ key: keys.affiliate })
  const { programId, groupId, membershipId, referralId } = ids
  const filters: Readonly<Record<string, string>> = {
    programId,
    groupId,
    membershipId,
    referralId,
    search: 'a',
  }
  const lists = listOperations.flatMap(({ id, path, query }) => {
    const taken = Object.entries(filters).filter(([name]) => name in query.shape)
    const filtered = taken.map(([name, value]) => ({
      ...{ name: `${id} by ${name}`, path: `${path}?${new URLSearchParams({ [name]: value })}`, init },
    }))
    return [{ name: id, path, init }, ...filtered]
  })
  const records: Readonly<Record<string, string>> = {
    ...{ program: programId, group: groupId, membership: membershipId, referral: referralId },
    ...{ payout: ids.payoutId, commission: ids.commissionId },
  }
  const singles = recordOperations.map(({ id, path, record, query }) => ({
    name: id,
    path: `${path.replace(':id', records[record] ?? '')}${'unit' in query.shape ? '?unit=1' : ''}`,
    init,
  }))
  return [...lists, ...singles]
}

function listTools({ ids, shops }: TestService, key: string): readonly KindOfRequest[] {
  const { appId, membershipId } = ids
  const terms = { appId, membershipId, rules: buildRules() }
  const calls: Readonly<Record<string, object>> = {
    list_apps: {},
    list_payouts: { appId, limit: 5 },
    get_payout: { appId, id: ids.payoutId },
    explain: { record: 'payout', id: ids.payoutId },
    preview_payouts: {},
    find_receipts: { myshopifyDomain: shops[0]?.domain },
    check_terms: terms,
  }
  const call = (name: string, toArguments: (turn: number) => object): KindOfRequest => ({
    name: `mcp ${name}`,
    path: '/mcp',
    init: (turn) => ({
      method: 'POST',
      key,
      json: {
        ...{ jsonrpc: '2.0', id: turn, method: 'tools/call' },
        params: { name, arguments: toArguments(turn) },
      },
    }),
  })
  const saving = (turn: number) => ({ ...terms, idempotencyKey: `kept-by-assistant-${turn >> 1}` })
  return [...Object.entries(calls).map(([name, args]) => call(name, () => args)), call('save_terms', saving)]
}
