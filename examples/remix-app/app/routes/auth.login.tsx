import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import shopify from '../shopify.server.ts'

/** Sends a merchant who came without a shop to their own admin. */
export async function loader({ request }: LoaderFunctionArgs) {
  return shopify.login(request)
}

export async function action({ request }: ActionFunctionArgs) {
  return shopify.login(request)
}

export default function Login() {
  const loaded = useLoaderData<typeof loader>()
  const { shop: fault } = useActionData<typeof action>() ?? loaded
  return (
    <main className="login">
      <h1>Affiliate example</h1>
      <Form method="post">
        <label>
          Shop domain
          <input
            name="shop"
            autoComplete="on"
            placeholder="example.myshopify.com"
            aria-invalid={fault !== undefined}
          />
        </label>
        {fault !== undefined && (
          <p role="alert">Enter the domain of a shop, such as example.myshopify.com.</p>
        )}
        <button type="submit" className="primary">
          Log in
        </button>
      </Form>
    </main>
  )
}
