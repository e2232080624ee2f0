import { AppProvider } from '@shopify/shopify-app-react-router/react'
import { boundary } from '@shopify/shopify-app-react-router/server'
import {
  type HeadersFunction,
  type LoaderFunctionArgs,
  Outlet,
  useLoaderData,
  useRouteError,
} from 'react-router'
import shopify from '../shopify.server.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  await shopify.authenticate.admin(request)
  return { apiKey: process.env['SHOPIFY_API_KEY'] ?? '' }
}

export default function App() {
  const { apiKey } = useLoaderData<typeof loader>()
  return (
    <AppProvider apiKey={apiKey}>
      <Outlet />
    </AppProvider>
  )
}

// Shopify's library responds to some requests by throwing a response: these two pass it on.
export const ErrorBoundary = () => boundary.error(useRouteError())
export const headers: HeadersFunction = (args) => boundary.headers(args)
