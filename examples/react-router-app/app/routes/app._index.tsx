import { reportReferralCode } from '@affiliate-platform/shopify-recipes/react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { useFetcher, useLoaderData } from 'react-router'
import shopify from '../shopify.server.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await shopify.authenticate.admin(request)
  return { shop: session.shop, asksReferrer: Boolean(process.env['AFFILIATE_INSTALL_BRIDGE_KEY']) }
}

/** Reports the code that the merchant typed. The page learns no more than what to say. */
export async function action({ request }: ActionFunctionArgs) {
  const { session } = await shopify.authenticate.admin(request)
  const form = await request.formData()
  const { outcome } = await reportReferralCode({ shop: session.shop, code: String(form.get('code') ?? '') })
  return { outcome }
}

export default function Index() {
  const { shop, asksReferrer } = useLoaderData<typeof loader>()
  return (
    <main>
      <h1>Affiliate example</h1>
      <p>Installed in {shop}.</p>
      {asksReferrer && <Referrer />}
    </main>
  )
}

const words = {
  accepted: 'Thank you. We have noted who sent you.',
  unknown: 'Nobody has this code. Check the spelling.',
  later: 'The code could not be sent. Try again later.',
} as const

function Referrer() {
  const { Form, data, state } = useFetcher<typeof action>()
  return (
    <section aria-labelledby="referrer">
      <h2 id="referrer">Who sent you?</h2>
      <Form method="post">
        <label>
          Code of a partner (optional){' '}
          <input
            name="code"
            dir="auto"
            required
            maxLength={128}
            autoComplete="off"
            aria-describedby="referrer-help"
          />
        </label>{' '}
        <button type="submit" aria-disabled={state !== 'idle'}>
          Send
        </button>
      </Form>
      <p id="referrer-help">
        If a partner told you of this app, enter the code they gave you, so that they are rewarded.
      </p>
      <p role="status">{state === 'idle' && data !== undefined && words[data.outcome]}</p>
    </section>
  )
}
