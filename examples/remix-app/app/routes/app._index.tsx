import { defer, type LoaderFunctionArgs } from '@remix-run/node'
import { type ShouldRevalidateFunctionArgs, useLoaderData } from '@remix-run/react'
import { readsContact, variant } from '../affiliate.server.ts'
import { readBackfillState } from '../backfill.server.ts'
import { BackfillCard } from '../components/backfill-card.tsx'
import { InstallCard } from '../components/install-card.tsx'
import { PayoutsCard } from '../components/payouts-card.tsx'
import { PreviewCard } from '../components/preview-card.tsx'
import { ReferrerCard } from '../components/referrer-card.tsx'
import { UninstallCard } from '../components/uninstall-card.tsx'
import { isOperator } from '../operator.server.ts'
import { readPayouts } from '../payouts.server.ts'
import { readPreview } from '../preview.server.ts'
import { sessionStorage } from '../session-storage.server.ts'
import shopify from '../shopify.server.ts'
import { listUninstalls, readInstallStatus } from '../status.server.ts'

export async function loader({ request }: LoaderFunctionArgs) {
  const { admin, session } = await shopify.authenticate.admin(request)
  const { shop } = session
  const canOperate = isOperator(shop)
  const { searchParams } = new URL(request.url)
  // Promises are streamed: the merchant's page waits neither for Shopify nor for the affiliate platform.
  return defer({
    shop,
    variant,
    readsContact,
    appId: process.env['AFFILIATE_APP_ID'] ?? '',
    asksReferrer: Boolean(process.env['AFFILIATE_INSTALL_BRIDGE_KEY']),
    install: readInstallStatus(shop),
    preview: readPreview({ admin, session }),
    uninstalls: canOperate ? listUninstalls() : null,
    backfill: canOperate ? { state: readBackfillState(), shops: await sessionStorage.countShops() } : null,
    payouts: canOperate ? readPayouts(searchParams) : null,
  })
}

// These bring their own results: nothing else on the page changes with them.
const quietActions = ['/app/backfill', '/app/referrer']

export function shouldRevalidate({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formAction !== undefined && quietActions.includes(formAction) ? false : defaultShouldRevalidate
}

export default function Index() {
  const { shop, variant, readsContact, appId, install, preview, ...operated } = useLoaderData<typeof loader>()
  const { asksReferrer, uninstalls, backfill, payouts } = operated
  return (
    <s-page>
      <div className="page-header">
        <h1>Affiliate example</h1>
        <p>
          Installed in <strong>{shop}</strong>
        </p>
      </div>
      <main className="cards">
        <InstallCard key={shop} install={install} variant={variant} />
        {asksReferrer && <ReferrerCard />}
        {uninstalls !== null && <UninstallCard deliveries={uninstalls} variant={variant} />}
        <PreviewCard contact={preview} facts={{ shop, appId, readsContact }} variant={variant} />
        {backfill !== null && <BackfillCard state={backfill.state} shops={backfill.shops} />}
        {payouts !== null && <PayoutsCard payouts={payouts} />}
      </main>
    </s-page>
  )
}
