import { InstallBridgeClient } from '@affiliate-platform/sdk/install-bridge'
import { createFakeService, fakeIds, responses } from '@affiliate-platform/sdk/testing'
import { reportReferralCode } from '@affiliate-platform/shopify-recipes'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createFakeBridge } from './support/fake-bridge.ts'
import { runToEnd, useFakeClock } from './support/fake-clock.ts'
import { buildRejection, hang } from './support/fake-identify.ts'
import { appId, shop } from './support/fixtures.ts'

const onResult = () => undefined

it('tells a known code from one that nobody has, however it is typed [D332]', async () => {
  const service = createFakeService()
  const bridge = new InstallBridgeClient(service.installBridgeOptions)
  const options = { shop, appId: fakeIds.appId, bridge, onResult }
  for (const code of ['mia', ' MIA '])
    expect(await reportReferralCode({ ...options, code })).toEqual({
      ...{ outcome: 'accepted', shop, attribution: 'candidate', reason: null, referralId: null },
    })
  for (const code of ['nobody', '', '  ', 'x'.repeat(129), 'a\u0000b', undefined as never])
    expect(await reportReferralCode({ ...options, code })).toEqual({ outcome: 'unknown', shop })
  // What cannot be a code was never sent.
  expect(service.requests).toHaveLength(3)
})

it('takes a code for known whatever follows from it, also in a later service [D332]', async () => {
  for (const outcome of [
    'attributed',
    'already_referred',
    'existing_shop',
    'case',
    'unattributed',
    'later_word',
  ]) {
    const bridge = createFakeBridge(() => ({ outcome: outcome as 'case', reason: 'x', referralId: null }))
    expect(await reportReferralCode({ shop, appId, code: 'mia', bridge, onResult })).toMatchObject({
      ...{ outcome: 'accepted', attribution: outcome },
    })
  }
})

it('never rejects: a platform that fails or hangs is later, within 5,000 ms [D332]', async () => {
  useFakeClock()
  const startMs = Date.now()
  const ask = (bridge: ReturnType<typeof createFakeBridge>) =>
    runToEnd(reportReferralCode({ shop, appId, code: 'mia', bridge, onResult }))
  expect(await ask(createFakeBridge(hang))).toEqual({ outcome: 'later', shop, code: 'timeout', status: null })
  expect(Date.now() - startMs).toBe(5000)
  const rejects = (error: unknown) => createFakeBridge(() => Promise.reject(error))
  expect(await ask(rejects(buildRejection(403, 'access_denied')))).toMatchObject({ code: 'access_denied' })
  expect(await ask(rejects(undefined))).toMatchObject({ outcome: 'later', code: 'unexpected' })
})

it('goes through a moment without a connection, and waits as it is asked [D67] [D332]', async () => {
  const service = createFakeService()
  service.script('reportEvidence', responses.status(503, '{}', { 'Retry-After': '0.2' }))
  const bridge = new InstallBridgeClient(service.installBridgeOptions)
  let calls = 0
  const flaky = {
    ...createFakeBridge(),
    reportEvidence: (...input: Parameters<typeof bridge.reportEvidence>) => {
      calls += 1
      if (calls === 1) throw Object.assign(new Error(), { code: 'ECONNREFUSED' })
      return bridge.reportEvidence(...input)
    },
  }
  const result = await reportReferralCode({
    shop,
    appId: fakeIds.appId,
    code: 'mia',
    bridge: flaky,
    onResult,
  })
  expect([result.outcome, calls]).toEqual(['accepted', 3])
})

it('says once what is missing, without the code, where the app does not look [D332]', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  onTestFinished(() => warn.mockRestore())
  vi.stubEnv('AFFILIATE_INSTALL_BRIDGE_KEY', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const code of ['my friend', 'my friend'])
    expect(await reportReferralCode({ shop, appId, code })).toMatchObject({
      outcome: 'later',
      code: 'missing_api_key',
    })
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^(?!.*my friend).*Set AFFILIATE_INSTALL_BRIDGE_KEY/),
    expect.anything(),
  )
})
