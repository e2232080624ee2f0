import { AffiliateClient } from '@affiliate-platform/sdk'
import { answers, createFakeService, type ScriptedAnswer } from '@affiliate-platform/sdk/testing'

const teapot: ScriptedAnswer = () => new Response(null, { status: 418 })
const service = createFakeService()
service.script('listPayouts', teapot, answers.hang())
new AffiliateClient({ ...service.affiliateOptions, fetch: service.fetch })
