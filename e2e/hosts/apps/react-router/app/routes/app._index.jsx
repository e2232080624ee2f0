import { useLoaderData } from 'react-router'
import shopify from '../shopify.server'

export const loader = async ({ request }) => {
  const { session } = await shopify.authenticate.admin(request)
  return { shop: session.shop }
}

export default function Index() {
  const { shop } = useLoaderData()
  return <p>Installed in {shop}.</p>
}
