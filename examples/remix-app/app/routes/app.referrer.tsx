import { reportReferralCode } from '@affiliate-platform/shopify-recipes/remix'
import { type ActionFunctionArgs, json } from '@remix-run/node'
import shopify from '../shopify.server.ts'

/** Reports the code that the merchant typed. The page learns no more than what to say. */
export async function action({ request }: ActionFunctionArgs) {
  const { session } = await shopify.authenticate.admin(request)
  const form = await request.formData()
  const { outcome } = await reportReferralCode({ shop: session.shop, code: String(form.get('code') ?? '') })
  return json({ outcome })
}
