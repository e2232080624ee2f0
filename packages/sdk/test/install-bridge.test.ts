import { callDetails, InstallBridgeClient } from '@affiliate-platform/sdk'
import {
  createFakeService,
  createFakeTime,
  type FakeServiceOptions,
  fakeApiKeys,
  fakeIds,
  responses,
  withFakeTime,
} from '@affiliate-platform/sdk/testing'
import { expect, test } from 'vitest'
import { errorOf } from './error-of.ts'

const shop = { appId: fakeIds.appId, myshopifyDomain: 'example.myshopify.com' }
const occurredAt = new Date('2026-11-24T09:00:00Z')
const installed = { ...shop, kind: 'installed', occurredAt } as const
const uninstalled = { ...shop, kind: 'uninstalled', occurredAt } as const
const evidence = { ...shop, code: 'mia' }

function start(options?: FakeServiceOptions) {
  const service = createFakeService(options)
  const bridge = new InstallBridgeClient(withFakeTime(service.installBridgeOptions, createFakeTime()))
  return { service, bridge }
}

test('an install and a code are sent as they are, with the key of the bridge [D330]', async () => {
  const { service, bridge } = start()

  await bridge.reportEvent(installed)
  await bridge.reportEvidence(evidence)

  expect(service.requests).toMatchObject([
    {
      operation: 'reportInstallEvent',
      method: 'POST',
      url: `${service.baseUrl}/api/install-bridge/v1/events`,
      headers: { authorization: `Bearer ${fakeApiKeys.installBridge}` },
      body: JSON.stringify({ ...installed, occurredAt: '2026-11-24T09:00:00.000Z' }),
    },
    {
      operation: 'reportEvidence',
      url: `${service.baseUrl}/api/install-bridge/v1/evidence`,
      body: JSON.stringify(evidence),
    },
  ])
})

test('both are retried like a read, because the same again adds nothing [D330]', async () => {
  const { service, bridge } = start()
  service.script('reportInstallEvent', responses.status(502), responses.networkError())
  service.script('reportEvidence', responses.status(500), responses.quotaExceeded(1))

  expect(callDetails(await bridge.reportEvent(installed))).toMatchObject({ attempts: 3 })
  expect(callDetails(await bridge.reportEvidence(evidence))).toMatchObject({ attempts: 3 })
})

test('what cannot be right is never sent [D330]', async () => {
  const { service, bridge } = start()
  for (const [wrong, pointer] of [
    [{ ...installed, myshopifyDomain: 'example.com' }, '/myshopifyDomain'],
    [{ ...installed, appId: 'x' }, '/appId'],
    [{ ...installed, kind: 'deactivated' as never }, '/kind'],
    [{ ...installed, occurredAt: new Date(Number.NaN) }, '/occurredAt'],
    [{ ...installed, occurredAt: '2026-11-24' }, '/occurredAt'],
  ] as const)
    expect(await errorOf(bridge.reportEvent(wrong))).toMatchObject({
      kind: 'invalid_request',
      issues: [{ pointer }],
    })
  for (const code of ['', ' ', 'x'.repeat(129), 'a\nb'])
    expect(await errorOf(bridge.reportEvidence({ ...shop, code }))).toMatchObject({
      issues: [{ pointer: '/code' }],
    })
  expect(service.requests).toEqual([])
})

test('a key of the bridge opens nothing else, and no other key opens the bridge [5-4]', async () => {
  const { service, bridge } = start()
  expect(await errorOf(bridge.request('GET', '/api/affiliate-platform/v1/payouts'))).toMatchObject({
    kind: 'authentication',
  })
  for (const apiKey of [fakeApiKeys.workspace, fakeApiKeys.affiliate])
    expect(() => new InstallBridgeClient({ ...service.installBridgeOptions, apiKey })).toThrow(
      /install_bridge/,
    )
})

test('an outcome of a later service is text, and its further members stay readable [D330]', async () => {
  const { service, bridge } = start()
  const later = { outcome: 'shared', reason: 'two_members', referralId: null, share: 2 }
  service.script(
    'reportEvidence',
    responses.changed(() => later),
  )

  expect(await bridge.reportEvidence(evidence)).toEqual(later)
})

test('the double knows a shop that is installed and named a member, in any order [D330]', async () => {
  const { bridge } = start()
  expect(await bridge.reportEvent(installed)).toEqual({
    outcome: 'unattributed',
    reason: 'no_evidence',
    referralId: null,
  })
  expect(await bridge.reportEvidence({ ...shop, code: 'nobody' })).toMatchObject({ reason: 'unknown_code' })
  const attributed = await bridge.reportEvidence({ ...shop, code: ' MIA ' })
  expect(attributed).toMatchObject({ outcome: 'attributed', referralId: expect.any(String) })
  expect(await bridge.reportEvent(installed)).toEqual(attributed)
  expect(await bridge.reportEvent(uninstalled)).toMatchObject({ outcome: 'recorded' })

  const early = { ...shop, myshopifyDomain: 'early.myshopify.com' }
  expect(await bridge.reportEvidence({ ...early, code: 'mia' })).toMatchObject({ outcome: 'candidate' })
  expect(await bridge.reportEvent({ ...installed, ...early })).toMatchObject({ outcome: 'attributed' })
})

test('in the double the first member who was named stays, and a foreign app is denied [D330]', async () => {
  const { bridge } = start({ codes: ['mia', 'noa'] })
  await bridge.reportEvent(installed)
  const { referralId } = await bridge.reportEvidence(evidence)

  expect(await bridge.reportEvidence({ ...shop, code: 'noa' })).toEqual({
    outcome: 'already_referred',
    reason: null,
    referralId,
  })
  const foreign = { ...evidence, appId: fakeIds.programId }
  expect(await errorOf(bridge.reportEvidence(foreign))).toMatchObject({ code: 'access_denied' })
})
