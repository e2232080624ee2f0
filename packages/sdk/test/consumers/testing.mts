import { AffiliateClient } from '@affiliate-platform/sdk'
import { createFakeService, responses, type ScriptedResponse } from '@affiliate-platform/sdk/testing'

const teapot: ScriptedResponse = () => new Response(null, { status: 418 })
const service = createFakeService()
service.script('listPayouts', teapot, responses.hang())
new AffiliateClient({ ...service.affiliateOptions, fetch: service.fetch })
