import { operations } from '@affiliate-platform/contract'
import type { Demo } from './seed.ts'
import { rulesToSend } from './terms.ts'
import { demoLinkPath } from './world.ts'

/** The same address by the name of this machine, which passkeys and cookies know it by. */
export const toLocalUrl = (baseUrl: string): string => baseUrl.replace('127.0.0.1', 'localhost')

/** What a person sees when `dev` is ready: the console, where it runs, and keys and requests to paste. */
export function describeDemo(
  { keys, ids, shops }: Demo,
  { baseUrl, database, shopify }: Readonly<Record<'baseUrl' | 'database' | 'shopify', string>>,
): string {
  const shop = shops.find(({ behaviour }) => behaviour === 'ok')
  const localUrl = toLocalUrl(baseUrl)
  const termsPath = operations.saveTerms.path.replace(':id', ids.membershipId)
  return `
Console  ${localUrl}/console (Ada, owner)
Portal   ${localUrl}/portal (Mia, a member)
Mailbox  ${localUrl}/dev/mailbox (mail that is not sent, and webhooks)

The affiliate platform is ready at ${baseUrl}
  Database   ${database}
  Shopify    ${shopify}
  Reference  ${baseUrl}/docs (OpenAPI: ${baseUrl}/openapi.json)
  Links      ${baseUrl}${demoLinkPath} leads to the listing, as the link of a member

Keys, ids and requests of the stress test, to paste into another terminal (--json prints all keys and ids)
  export AFFILIATE_BASE_URL='${baseUrl}'
  export AFFILIATE_API_KEY='${keys.affiliate}'
  export AFFILIATE_WORKSPACE_API_KEY='${keys.workspace}'
  export AFFILIATE_INSTALL_BRIDGE_KEY='${keys.installBridge}'
  export AFFILIATE_APP_ID='${ids.appId}'
  export AFFILIATE_MEMBERSHIP_ID='${ids.membershipId}'

  # Identify a shop
  curl -sS -X POST ${baseUrl}${operations.identify.path} \\
    -H 'Authorization: Bearer ${keys.workspace}' -H 'Content-Type: application/json' \\
    -d '{"myshopifyDomain":"${shop?.domain}","accessToken":"${shop?.accessToken}","appId":"${ids.appId}"}'

  # Save terms for a membership
  curl -sS -i -X PATCH ${baseUrl}${termsPath} \\
    -H 'Authorization: Bearer ${keys.affiliate}' -H 'Content-Type: application/json' -H 'Idempotency-Key: first-terms' \\
    -d '${JSON.stringify({ rules: exampleRules })}'

  # List payouts
  curl -sS '${baseUrl}${operations.listPayouts.path}?status=partially_reported&limit=5' \\
    -H 'Authorization: Bearer ${keys.affiliate}'

  # Connect an assistant by the Model Context Protocol: ${baseUrl}/mcp with the header "Authorization: Bearer ${keys.mcp}"
  npx @modelcontextprotocol/inspector --cli ${baseUrl}/mcp --transport http \\
    --header 'Authorization: Bearer ${keys.mcp}' --method tools/list

Ctrl-C stops the service. Start it with --reset to seed the demo again.
`
}

const exampleRules = { ...rulesToSend, includedSaleKinds: ['subscription_sale'], durationMonths: 12 }
