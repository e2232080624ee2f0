import { type ActionFunctionArgs, json } from '@remix-run/node'
import { listBackfillPages, runBackfillPage } from '../backfill.server.ts'
import { isOperator } from '../operator.server.ts'
import shopify from '../shopify.server.ts'

/** Runs one page of the backfill for the app's own page. */
export async function action({ request }: ActionFunctionArgs) {
  const { session } = await shopify.authenticate.admin(request)
  if (!isOperator(session.shop)) throw new Response(null, { status: 403 })
  const form = await request.formData()
  const offset = Number(form.get('offset'))
  const response = await runBackfillPage({ offset, isDryRun: form.get('dryRun') === '1' })
  const fault = response.ok ? null : await readFault(response)
  return json({ offset, fault, pages: listBackfillPages() })
}

async function readFault(response: Response): Promise<string> {
  const { code } = (await response.json()) as { readonly code: string }
  return `The route answered ${response.status} (${code}).`
}
