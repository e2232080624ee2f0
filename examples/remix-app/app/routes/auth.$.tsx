import type { LoaderFunctionArgs } from '@remix-run/node'
import shopify from '../shopify.server.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  await shopify.authenticate.admin(request)
  return null
}
