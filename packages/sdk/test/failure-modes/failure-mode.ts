import { inspect } from 'node:util'
import {
  AffiliateClient,
  type AffiliateError,
  type ClientOptions,
  IdentifyClient,
  InstallBridgeClient,
  isAffiliateError,
  type ListTypes,
  type ObserverEvent,
  type OperationName,
  type Reads,
} from '@affiliate-platform/sdk'
import {
  buildTermsRules,
  createFakeTime,
  fakeApiKeys,
  fakeIds,
  withFakeTime,
} from '@affiliate-platform/sdk/testing'
import { expect, test } from 'vitest'
import {
  type HostileResponse,
  type HostileServer,
  hostileRequestId,
  startHostileServer,
} from './hostile-server.ts'

/** What must never be reachable from an error or an event. */
export const canaries = {
  affiliateKey: fakeApiKeys.affiliate,
  workspaceKey: fakeApiKeys.workspace,
  installBridgeKey: fakeApiKeys.installBridge,
  accessToken: 'shpat_canary_5f2e91c7',
  email: 'canary.person@example.com',
  phone: '+1 555 010 4477',
  ownerName: 'Zoë Canary',
  search: 'canary.search@example.com',
  code: 'my friend Canary',
} as const

const report = { appId: fakeIds.appId, myshopifyDomain: 'example.myshopify.com' }

/** Every operation, each with all the secrets it can carry. */
export const calls: Readonly<Record<OperationName, (options: ClientOptions) => Promise<unknown>>> = {
  listPayouts: listBy('payouts'),
  listPrograms: listBy('programs'),
  listGroups: listBy('groups'),
  listMemberships: listBy('memberships'),
  listReferrals: listBy('referrals'),
  listCommissions: listBy('commissions'),
  getPayout: getOne('payouts'),
  getProgram: getOne('programs'),
  getGroup: getOne('groups'),
  getMembership: getOne('memberships'),
  getReferral: getOne('referrals'),
  getCommission: getOne('commissions'),
  explainPayout: (options) =>
    new AffiliateClient({ ...options, apiKey: canaries.affiliateKey }).payouts.explain(fakeIds.appId, {
      unit: 1,
    }),
  saveTerms: (options) =>
    new AffiliateClient({ ...options, apiKey: canaries.affiliateKey }).memberships.saveTerms(
      fakeIds.membershipId,
      {
        rules: buildTermsRules(),
      },
    ),
  request: (options) =>
    new AffiliateClient({ ...options, apiKey: canaries.affiliateKey }).request('POST', '/api/later', {
      ...{ query: { q: canaries.search }, body: { people: [canaries.email, { phone: canaries.phone }] } },
    }),
  redactShop: (options) =>
    new IdentifyClient({ ...options, apiKey: canaries.workspaceKey }).redactShop('example.myshopify.com'),
  reportInstallEvent: (options) =>
    new InstallBridgeClient({ ...options, apiKey: canaries.installBridgeKey }).reportEvent({
      ...{ ...report, kind: 'installed', occurredAt: '2026-11-24T09:00:00Z' },
    }),
  reportEvidence: (options) =>
    new InstallBridgeClient({ ...options, apiKey: canaries.installBridgeKey }).reportEvidence({
      ...{ ...report, code: canaries.code },
    }),
  identify: (options) => {
    const { accessToken, email, phone, ownerName } = canaries
    return new IdentifyClient({ ...options, apiKey: canaries.workspaceKey }).identify({
      myshopifyDomain: 'example.myshopify.com',
      appId: fakeIds.appId,
      accessToken,
      email,
      phone,
      ownerName,
    })
  },
}

function listBy(name: keyof ListTypes) {
  return (options: ClientOptions): Promise<unknown> =>
    new AffiliateClient({ ...options, apiKey: canaries.affiliateKey })[name].listPage({
      search: canaries.search,
    })
}

function getOne(name: keyof Reads) {
  return (options: ClientOptions): Promise<unknown> =>
    new AffiliateClient({ ...options, apiKey: canaries.affiliateKey })[name].get(fakeIds.appId)
}

/** How a call in a failure mode ends: with an error, or well after all. */
export interface Ending {
  /** The error's class; absent when the call succeeds. */
  readonly error?: string
  readonly code?: string
  readonly status?: number
  readonly retryAfterMs?: number
  /** Whether affiliate calls try again, once here. An identify call never does. */
  readonly isRetried?: boolean
}

/** One row of the table. */
export interface FailureMode {
  readonly name: string
  readonly responses: readonly HostileResponse[]
  readonly ends: Ending
  /** Default: all. */
  readonly operations?: readonly OperationName[]
  readonly options?: ClientOptions
  /** Whether waits take real time. Default false. */
  readonly isRealTime?: boolean
  /** Where to call instead of the server. */
  readonly baseUrl?: (server: HostileServer) => string
}

const allOperations = ['listPayouts', 'saveTerms', 'identify', 'reportEvidence'] as const

// The promise is 100 ms; the rest is for a machine with two cores that runs other tests as well.
const slackMs = 400

/** Writes one test per operation for a row of the table. */
export function testFailureMode(mode: FailureMode): void {
  for (const operation of mode.operations ?? allOperations) {
    test(`${mode.name}: ${operation}`, async () => {
      await using server = await startHostileServer(mode.responses)
      const events: ObserverEvent[] = []
      const options: ClientOptions = {
        baseUrl: mode.baseUrl?.(server) ?? server.baseUrl,
        retries: operation === 'identify' ? 0 : 1,
        timeoutMs: 2000,
        totalTimeoutMs: 5000,
        observer: (event) => void events.push(event),
        ...mode.options,
      }
      const call = calls[operation]
      const startedMs = performance.now()
      const outcome = await call(mode.isRealTime ? options : withFakeTime(options, createFakeTime())).then(
        () => 'success' as const,
        (error: unknown) => error,
      )
      const durationMs = performance.now() - startedMs

      expect(durationMs).toBeLessThan((options.totalTimeoutMs ?? 0) + slackMs)
      const attempts = mode.ends.isRetried && operation !== 'identify' ? 2 : 1
      expect(events.filter(({ type }) => type === 'attempt')).toHaveLength(attempts)
      expectNoCanary(events)
      if (mode.ends.error === undefined) expect(outcome).toBe('success')
      else expectError(outcome, operation, { ...mode.ends, attempts })
    })
  }
}

function expectError(
  error: unknown,
  operation: OperationName,
  ends: Ending & { readonly attempts: number },
): void {
  if (!isAffiliateError(error)) throw new Error('The call did not end with an error of the package.')
  expectNoCanary(error)
  const { name, code, status, retryAfterMs, attempts, requestId, idempotencyKey } = error
  expect({ name, code, status, attempts, operation: error.operation }).toEqual({
    name: ends.error,
    code: ends.code,
    status: ends.status,
    attempts: ends.attempts,
    operation,
  })
  expect(requestId).toBe(ends.status === undefined ? undefined : hostileRequestId)
  if (ends.retryAfterMs !== undefined) expect(retryAfterMs).toBe(ends.retryAfterMs)
  if (operation === 'saveTerms') expect(idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
  else expect(idempotencyKey).toBeUndefined()
}

/** Looks for every canary, in every way in which an error or event is printed. */
export function expectNoCanary(value: AffiliateError | readonly ObserverEvent[]): void {
  const printed = [
    inspect(value, { depth: 12, showHidden: true }),
    JSON.stringify(value),
    String(value),
    value instanceof Error ? String(value.stack) : '',
  ].join('\n')
  for (const canary of Object.values(canaries)) {
    expect(printed.toLowerCase()).not.toContain(canary.toLowerCase())
    expect(printed).not.toContain(JSON.stringify(canary).slice(1, -1))
    expect(printed).not.toContain(encodeURIComponent(canary))
  }
}
