import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLoaderData } from '@remix-run/react'
import styles from './styles/app.css?url'

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: 'data:,' },
]

export const meta: MetaFunction = () => [{ title: 'Affiliate example app' }]

/** Public: the client id is no secret. */
export function loader({ context }: LoaderFunctionArgs) {
  return { apiKey: process.env['SHOPIFY_API_KEY'] ?? '', isSimulated: context.isSimulated === true }
}

export default function Root() {
  const { apiKey, isSimulated } = useLoaderData<typeof loader>()
  return (
    <html lang="en" data-platform={isSimulated ? 'simulated' : 'shopify'}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {isSimulated ? (
          <script src="/simulated/app-bridge.js" />
        ) : (
          <>
            <script src="https://cdn.shopify.com/shopifycloud/app-bridge.js" data-api-key={apiKey} />
            <script src="https://cdn.shopify.com/shopifycloud/polaris.js" />
          </>
        )}
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}
