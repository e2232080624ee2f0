import { AppProvider } from '@shopify/shopify-app-react-router/react'
import { boundary } from '@shopify/shopify-app-react-router/server'
import { Outlet, useLoaderData, useRouteError } from 'react-router'
import shopify from '../shopify.server'

export const loader = async ({ request }) => {
  await shopify.authenticate.admin(request)
  return { apiKey: process.env.SHOPIFY_API_KEY || '' }
}

export default function App() {
  const { apiKey } = useLoaderData()
  return (
    <AppProvider apiKey={apiKey}>
      <Outlet />
    </AppProvider>
  )
}

// Shopify's library throws some of its responses: these two pass them on.
export const ErrorBoundary = () => boundary.error(useRouteError())
export const headers = (args) => boundary.headers(args)
