import { createRequire } from 'node:module'

// The packed package, in a project that has nothing else: both ways of loading it, and one call.
const imported = await import('@affiliate-platform/sdk')
const require = createRequire(import.meta.url)
const required = require('@affiliate-platform/sdk')
if (imported.AffiliateClient !== required.AffiliateClient)
  throw new Error('import and require give two copies.')
if (imported.IdentifyClient !== require('@affiliate-platform/sdk/identify').IdentifyClient)
  throw new Error('Two entries give two copies.')
if (imported.InstallBridgeClient !== require('@affiliate-platform/sdk/install-bridge').InstallBridgeClient)
  throw new Error('Two entries give two copies.')

const { verifyWebhook } = require('@affiliate-platform/sdk/webhooks')
if (verifyWebhook !== (await import('@affiliate-platform/sdk/webhooks')).verifyWebhook)
  throw new Error('Two entries give two copies.')

const { createFakeService } = await import('@affiliate-platform/sdk/testing')
const page = await new required.AffiliateClient(createFakeService().affiliateOptions).payouts.listPage()
if (page.items.length !== 3) throw new Error('The call did not give the rows of the fake service.')
