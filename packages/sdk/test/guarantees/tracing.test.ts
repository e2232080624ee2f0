import { AsyncLocalStorage } from 'node:async_hooks'
import { tracingChannel } from 'node:diagnostics_channel'
import { inspect } from 'node:util'
import { AffiliateClient, type CallTrace, callDetails } from '@affiliate-platform/sdk'
import { createFakeService, fakeApiKeys, responses } from '@affiliate-platform/sdk/testing'
import { expect, onTestFinished, test } from 'vitest'
import { errorOf } from '../error-of.ts'

const channel = tracingChannel<unknown, CallTrace>('affiliate-platform:call')

function subscribe() {
  const told: (readonly [string, CallTrace])[] = []
  const tell = (name: string) => (trace: CallTrace) => void told.push([name, trace])
  const handlers = {
    start: tell('start'),
    end: tell('end'),
    asyncStart: tell('asyncStart'),
    asyncEnd: tell('asyncEnd'),
    error: tell('error'),
  }
  channel.subscribe(handlers)
  onTestFinished(() => void channel.unsubscribe(handlers))
  return told
}

const route = '/api/affiliate-platform/v1/payouts'

test('a call is one trace, with its result and without what it was sent [D103]', async () => {
  const told = subscribe()
  const service = createFakeService()

  const page = await new AffiliateClient(service.affiliateOptions).payouts.listPage({ search: 'canary' })

  expect(told.map(([name]) => name)).toEqual(['start', 'end', 'asyncStart', 'asyncEnd'])
  const trace = told[0]?.[1]
  expect(trace).toMatchObject({ operation: 'listPayouts', method: 'GET', route, baseUrl: service.baseUrl })
  expect(trace?.result).toBe(page)
  expect(callDetails(page)).toMatchObject({ status: 200 })
  for (const secret of ['canary', fakeApiKeys.affiliate])
    expect(inspect(trace, { depth: 9 })).not.toContain(secret)
})

test('a failed call is a trace with its error, the very one that is thrown [D103]', async () => {
  const told = subscribe()
  const service = createFakeService()
  service.script('listPayouts', responses.rejection('scope_denied'))

  const error = await errorOf(new AffiliateClient(service.affiliateOptions).payouts.listPage())

  expect(told.map(([name]) => name)).toContain('error')
  expect(told.at(-1)?.[1].error).toBe(error)
})

test('the context that a subscriber binds reaches each request [D103]', async () => {
  const spans = new AsyncLocalStorage<{ readonly span: string }>()
  channel.start.bindStore(spans, (trace) => ({ span: trace.operation }))
  onTestFinished(() => void channel.start.unbindStore(spans))
  const service = createFakeService()
  service.script('listPayouts', responses.status(503))
  const seen: (string | undefined)[] = []
  const fetch: typeof globalThis.fetch = (...input) => {
    seen.push(spans.getStore()?.span)
    return service.fetch(...input)
  }

  await new AffiliateClient({ ...service.affiliateOptions, fetch }).payouts.listPage()

  expect(seen).toEqual(['listPayouts', 'listPayouts'])
})
