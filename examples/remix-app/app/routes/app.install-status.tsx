import type { LoaderFunctionArgs } from '@remix-run/node'
import shopify from '../shopify.server.ts'
import { readInstallStatus } from '../status.server.ts'

/** What the install card asks while an install is being identified. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await shopify.authenticate.admin(request)
  return readInstallStatus(session.shop)
}
