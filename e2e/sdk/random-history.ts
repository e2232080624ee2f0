import { listOperations, operations } from '@affiliate-platform/contract'
import { buildTermsRules, fakeApiKeys, fakeIds } from '@affiliate-platform/sdk/testing'
import type { VariedRequest } from './callers.ts'
import { queryValues, variedRequests } from './varied-requests.ts'

type OperationId = keyof typeof variedRequests

// What saves change, and what it changes, more often than the rest.
const ids: readonly OperationId[] = [
  ...(Object.keys(variedRequests) as OperationId[]),
  ...(['saveTerms', 'saveTerms', 'getMembership', 'listMemberships', 'listMemberships'] as const),
]

/** Makes the requests of one history: the same seed gives the same ones. */
export function createRandomRequests(seed: number) {
  const random = createRandom(seed)
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value

  /** A list with up to four parameters, right or wrong. */
  const listSome = (): VariedRequest => {
    const names = Array.from({ length: Math.floor(random() * 5) }, () => pick(Object.keys(queryValues)))
    const query = names.map((name): [string, string] => [name, pick(queryValues[name] ?? [''])])
    const { path, statuses } = pick(listOperations)
    if (random() < 0.3) query.push(['status', pick(statuses)])
    return {
      ...{ path: `${path}?${new URLSearchParams(query)}`, method: 'GET' },
      headers: { Authorization: `Bearer ${fakeApiKeys.affiliate}` },
    }
  }

  /** A save of good terms, at once or some minutes later. */
  const saveSome = (nowMs: number): VariedRequest => {
    const rules = buildTermsRules({ rateBps: 1 + Math.floor(random() * 9999) })
    const effectiveAt = new Date(nowMs + Math.floor(random() * 1_800_000)).toISOString()
    const key = random() < 0.5 && { 'Idempotency-Key': `key-${Math.floor(random() * 30)}` }
    return {
      ...{ path: operations.saveTerms.path.replace(':id', fakeIds.membershipId), method: 'PATCH' },
      headers: {
        Authorization: `Bearer ${fakeApiKeys.affiliate}`,
        'Content-Type': 'application/json',
        ...key,
      },
      body: JSON.stringify(random() < 0.5 ? { rules } : { rules, effectiveAt }),
    }
  }

  return {
    next: (nowMs: number): VariedRequest => {
      const id = pick(ids)
      if (id === 'saveTerms' && random() < 0.5) return saveSome(nowMs)
      return id.startsWith('list') && random() < 0.5 ? listSome() : pick(variedRequests[id])
    },
    isTrue: (probability: number) => random() < probability,
  }
}

/** Mulberry32: numbers from 0 up to, not including, 1. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
