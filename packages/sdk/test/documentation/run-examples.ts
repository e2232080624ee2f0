import { createFakeService, fakeApiKeys, fakeIds } from '@affiliate-platform/sdk/testing'
import { setupServer } from 'msw/node'

// Runs every example given by its path, against the fake service. Fails when one of them fails.
const service = createFakeService({ baseUrl: 'https://affiliates.example.com', quotaRequestsMax: 1000 })
const server = setupServer(...service.handlers)
server.listen({ onUnhandledFrame: 'error' })
Object.assign(process.env, {
  AFFILIATE_BASE_URL: service.baseUrl,
  AFFILIATE_API_KEY: fakeApiKeys.affiliate,
  AFFILIATE_WORKSPACE_API_KEY: fakeApiKeys.workspace,
  AFFILIATE_INSTALL_BRIDGE_KEY: fakeApiKeys.installBridge,
  AFFILIATE_APP_ID: fakeIds.appId,
  AFFILIATE_MEMBERSHIP_ID: fakeIds.membershipId,
})

for (const path of process.argv.slice(2)) {
  try {
    await import(path)
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`${path}: ${error instanceof Error ? error.stack : String(error)}\n`)
  }
}
server.close()
