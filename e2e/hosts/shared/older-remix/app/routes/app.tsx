import type { HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { json } from '@remix-run/node'
import { Outlet, useLoaderData, useRouteError } from '@remix-run/react'
import { AppProvider } from '@shopify/shopify-app-remix/react'
import { boundary } from '@shopify/shopify-app-remix/server'
import { authenticate } from '../shopify.server'

export const loader = async ({ request }: LoaderFunctionArgs) => {
  await authenticate.admin(request)
  return json({ apiKey: process.env.SHOPIFY_API_KEY || '' })
}

export default function App() {
  const { apiKey } = useLoaderData<typeof loader>()
  return (
    <AppProvider isEmbeddedApp apiKey={apiKey}>
      <Outlet />
    </AppProvider>
  )
}

// Shopify's library throws some of its responses: these two pass them on.
export function ErrorBoundary() {
  return boundary.error(useRouteError())
}
export const headers: HeadersFunction = (headersArgs) => boundary.headers(headersArgs)
