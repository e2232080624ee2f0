import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import shopify from '../shopify.server.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await shopify.authenticate.admin(request)
  return { shop: session.shop }
}

export default function Index() {
  const { shop } = useLoaderData<typeof loader>()
  return (
    <main>
      <h1>Affiliate example</h1>
      <p>Installed in {shop}.</p>
    </main>
  )
}
