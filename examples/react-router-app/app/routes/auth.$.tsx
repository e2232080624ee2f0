import type { LoaderFunctionArgs } from 'react-router'
import shopify from '../shopify.server.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  await shopify.authenticate.admin(request)
  return null
}
