import type { HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useRouteError } from '@remix-run/react'
import { boundary } from '@shopify/shopify-app-remix/server'
import shopify from '../shopify.server.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  await shopify.authenticate.admin(request)
  return null
}

export default function App() {
  return <Outlet />
}

// Shopify's library responds to some requests by throwing a response: these two pass it on.
export const ErrorBoundary = () => boundary.error(useRouteError())
export const headers: HeadersFunction = (args) => boundary.headers(args)
