import type { LoaderFunctionArgs } from '@remix-run/node'
import { json } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { authenticate } from '../shopify.server'

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const { session } = await authenticate.admin(request)
  return json({ shop: session.shop })
}

export default function Index() {
  const { shop } = useLoaderData<typeof loader>()
  return <p>Installed in {shop}.</p>
}
