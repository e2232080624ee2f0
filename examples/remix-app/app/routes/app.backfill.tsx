import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node'
import { readBackfillState, runBackfillPage } from '../backfill.server.ts'
import { isOperator } from '../operator.server.ts'
import shopify from '../shopify.server.ts'

/** What the card asks while a page runs that another visit has begun. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { session } = await shopify.authenticate.admin(request)
  if (!isOperator(session.shop)) throw new Response(null, { status: 403 })
  return json(readBackfillState())
}

/** Runs one page of the backfill for the app's own page. */
export async function action({ request }: ActionFunctionArgs) {
  const { session } = await shopify.authenticate.admin(request)
  if (!isOperator(session.shop)) throw new Response(null, { status: 403 })
  const form = await request.formData()
  const offset = Number(form.get('offset'))
  const response = await runBackfillPage({ offset, isDryRun: form.get('dryRun') === '1' })
  const fault = response.ok ? null : await readFault(response)
  return json({ offset, fault, ...readBackfillState() })
}

async function readFault(response: Response): Promise<string> {
  const { code } = (await response.json()) as { readonly code: string }
  return `The route responded with ${response.status} (${code}).`
}
