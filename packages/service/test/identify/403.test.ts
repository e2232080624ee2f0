import { createTestService, type TestService } from '@affiliate-platform/test-support/test-service'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addShop, buildUninstall, expectRejection, identify, readWritten } from './identify-calls.ts'

const unknownAppId = '01900000-0000-7000-8000-000000000000'

let service: TestService

beforeAll(async () => {
  service = await createTestService()
})

afterAll(() => service.close())

it('rejects an unknown app and one of another workspace with one response [5-3] [D5]', async () => {
  const bodies = []
  for (const appId of [unknownAppId, service.ids.otherWorkspaceAppId]) {
    const response = await identify(service, { ...addShop(service), appId })
    const problem = await expectRejection(response, 'access_denied')
    bodies.push(JSON.stringify({ ...problem, requestId: undefined }))
  }
  expect(bodies[0]).toBe(bodies[1])
})

it('rejects an app of this workspace to the key of another [5-3]', async () => {
  const response = await identify(service, addShop(service), { key: service.keys.workspaceOther })
  await expectRejection(response, 'access_denied')
})

it.each([
  ['a token', () => addShop(service), 'token', 'denied'],
  ['contact fields', buildUninstall, 'contact', 'not_requested'],
])(
  'asks nobody and leaves only a receipt without the app, after %s [D35]',
  async (_what, build, sent, watch) => {
    const json = { ...build(), appId: service.ids.otherWorkspaceAppId }
    const problem = await expectRejection(await identify(service, json), 'access_denied')
    expect(service.simulator.requests).toEqual([])
    const { contacts, watches, receipts } = await readWritten(service, json.myshopifyDomain)
    expect([contacts, watches]).toEqual([[], []])
    expect(receipts).toMatchObject([
      {
        workspace_id: service.ids.workspaceId,
        app_id: null,
        sent,
        outcome: 'access_denied',
        uninstall_watch: watch,
        request_id: problem.requestId,
      },
    ])
  },
)

it('rejects the form of a body before it looks for the app [D7]', async () => {
  const json = { myshopifyDomain: 'maple', country: 'Norway', appId: service.ids.otherWorkspaceAppId }
  await expectRejection(await identify(service, json), 'invalid_request')
})

it('tells whose app it is, and leaves no receipt, where there is nothing to identify [D7] [D236]', async () => {
  const { myshopifyDomain } = addShop(service)
  const ask = (appId: string) => identify(service, { myshopifyDomain, appId })
  await expectRejection(await ask(service.ids.otherWorkspaceAppId), 'access_denied')
  await expectRejection(await ask(unknownAppId), 'access_denied')
  await expectRejection(await ask(service.ids.appId), 'nothing_to_identify')
  expect((await readWritten(service, myshopifyDomain)).receipts).toEqual([])
})
