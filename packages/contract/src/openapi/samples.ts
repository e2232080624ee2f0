import type { ListOperation } from '../operations/definitions/list.ts'
import type { RecordOperation } from '../operations/definitions/record.ts'
import { listOperations } from '../operations/list-operations.ts'
import { operationDocs } from '../operations/operations.docs.ts'
import { operations } from '../operations/operations.ts'
import { recordOperations } from '../operations/record-operations.ts'
import { firstReceipt } from '../operations/shops/first-receipt.ts'
import { identifyExamples } from '../operations/shops/identify.examples.ts'
import { redeemSetupCode } from '../operations/shops/redeem-setup-code.ts'
import { saveTermsExamples } from '../operations/terms/save-terms.examples.ts'

/** A request in one language, ready to run. */
export interface CodeSample {
  readonly lang: 'Shell' | 'TypeScript'
  readonly label: 'curl' | 'TypeScript'
  readonly source: string
}

// The package that a reader installs. This one does not import it.
const client = '@affiliate-platform/sdk'
const terms = saveTermsExamples.requests.commission.value
const { examples: installExamples } = operationDocs.reportInstallEvent
const { examples: evidenceExamples } = operationDocs.reportEvidence
const contact = identifyExamples.requests.uninstall.value

/**
 * How to send each operation, by its id. They read base URL, key and membership from the variables that `dev` prints,
 * and the client reads the first two by itself.
 */
export const codeSamples: Readonly<Record<string, readonly CodeSample[]>> = {
  ...Object.fromEntries(listOperations.map((list) => [list.id, listSamples(list)])),
  ...Object.fromEntries(
    recordOperations.map((operation) => [
      operation.id,
      recordSamples(operation, operationDocs[operation.id].parameters),
    ]),
  ),
  saveTerms: [
    curl(`curl -sS -X PATCH "$AFFILIATE_BASE_URL${operations.saveTerms.path.replace(':id', '$AFFILIATE_MEMBERSHIP_ID')}" \\
  -H "Authorization: Bearer $AFFILIATE_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: a-new-key-for-each-action' \\
  -d '${JSON.stringify(terms, null, 2)}'`),
    typeScript(`import { AffiliateClient } from '${client}'

const affiliate = new AffiliateClient()
const membershipId = process.env['AFFILIATE_MEMBERSHIP_ID'] ?? ''
const version = await affiliate.memberships.saveTerms(membershipId, ${toLiteral(terms)})
console.log(version.id, version.effectiveAt)`),
  ],
  listPayouts: [
    curl(`curl -sS -G "$AFFILIATE_BASE_URL${operations.listPayouts.path}" \\
  -H "Authorization: Bearer $AFFILIATE_API_KEY" \\
  --data-urlencode 'status=partially_reported' \\
  --data-urlencode 'limit=10'`),
    typeScript(`import { AffiliateClient, formatMoney } from '${client}'

const affiliate = new AffiliateClient()
for await (const payout of affiliate.payouts.list({ status: 'partially_reported' })) {
  console.log(payout.id, payout.name, formatMoney(payout.unpaid, 'en-US'))
}`),
  ],
  identify: [
    post(operations.identify, 'AFFILIATE_WORKSPACE_API_KEY', contact),
    typeScript(`import { IdentifyClient } from '${client}'

const shops = new IdentifyClient()
const { receiptId } = await shops.identify(${toLiteral(contact)})
console.log(receiptId)`),
  ],
  redactShop: [
    post(operations.redactShop, 'AFFILIATE_WORKSPACE_API_KEY', { myshopifyDomain: contact.myshopifyDomain }),
    typeScript(`import { IdentifyClient } from '${client}'

const shops = new IdentifyClient()
const { requestId } = await shops.redactShop('${contact.myshopifyDomain}')
console.log(requestId)`),
  ],
  reportInstallEvent: [
    post(
      operations.reportInstallEvent,
      'AFFILIATE_INSTALL_BRIDGE_KEY',
      installExamples.requests.installed.value,
    ),
    typeScript(`import { InstallBridgeClient } from '${client}'

const bridge = new InstallBridgeClient()
const { outcome } = await bridge.reportEvent(${ofOwnApp(installExamples.requests.installed.value)})
console.log(outcome)`),
  ],
  reportEvidence: [
    post(operations.reportEvidence, 'AFFILIATE_INSTALL_BRIDGE_KEY', evidenceExamples.requests.code.value),
    typeScript(`import { InstallBridgeClient } from '${client}'

const bridge = new InstallBridgeClient()
const { outcome, reason } = await bridge.reportEvidence(${ofOwnApp(evidenceExamples.requests.code.value)})
console.log(outcome, reason)`),
  ],
  redeemSetupCode: [
    curl(`curl -sS -X POST "$AFFILIATE_BASE_URL${redeemSetupCode.path}" \\
  -H "Authorization: Bearer $AFFILIATE_SETUP_CODE"`),
  ],
  firstReceipt: [
    curl(`curl -sS -G "$AFFILIATE_BASE_URL${firstReceipt.path}" \\
  -H "Authorization: Bearer $AFFILIATE_WORKSPACE_API_KEY" \\
  -d "appId=$AFFILIATE_APP_ID" -d since=2026-11-01T09:30:00Z`),
  ],
  readLiveness: [curl('curl -sS "$AFFILIATE_BASE_URL/livez"')],
  readReadiness: [curl('curl -sS "$AFFILIATE_BASE_URL/readyz"')],
  readOpenApiDocument: [curl('curl -sS "$AFFILIATE_BASE_URL/openapi.json"')],
}

/** A body whose app is the reader's. */
function ofOwnApp(body: object): string {
  return toLiteral(body).replace(/(?<=appId: )'[^']+'/, "process.env['AFFILIATE_APP_ID'] ?? ''")
}

/** How to send a body. */
function post({ path }: { readonly path: string }, key: string, body: object): CodeSample {
  const json = JSON.stringify(body, null, 2).replace(/(?<="appId": ")[^"]+/, `'"$AFFILIATE_APP_ID"'`)
  return curl(`curl -sS -X POST "$AFFILIATE_BASE_URL${path}" \\
  -H "Authorization: Bearer $${key}" \\
  -H 'Content-Type: application/json' \\
  -d '${json}'`)
}

/** How to read a list; the payouts have more to show. */
function listSamples({ name, path }: ListOperation): readonly CodeSample[] {
  return [
    curl(`curl -sS -G "$AFFILIATE_BASE_URL${path}" \\
  -H "Authorization: Bearer $AFFILIATE_API_KEY" \\
  --data-urlencode 'limit=10'`),
    typeScript(`import { AffiliateClient } from '${client}'

const affiliate = new AffiliateClient()
for await (const record of affiliate.${name}.list()) {
  console.log(record.id, record.status)
}`),
  ]
}

/** How to read a record that a list has shown. */
function recordSamples(
  { id, record, path }: RecordOperation,
  parameters: readonly { name: string; example?: string }[],
) {
  const [, query] = parameters
  const search = query === undefined ? '' : `?${query.name}=${query.example}`
  const further = query === undefined ? '' : `, { ${query.name}: '${query.example}' }`
  const method = id.replace(/[A-Z].*/, '')
  return [
    curl(`curl -sS "$AFFILIATE_BASE_URL${path.replace(':id', '$ID')}${search}" \\
  -H "Authorization: Bearer $AFFILIATE_API_KEY"`),
    typeScript(`import { AffiliateClient } from '${client}'

const affiliate = new AffiliateClient()
const { items } = await affiliate.${record}s.listPage({ limit: 1 })
for (const { id } of items) console.log(await affiliate.${record}s.${method}(id${further}))`),
  ]
}

function curl(source: string): CodeSample {
  return { lang: 'Shell', label: 'curl', source }
}

function typeScript(source: string): CodeSample {
  return { lang: 'TypeScript', label: 'TypeScript', source }
}

/** Plain JSON as a person writes it in TypeScript. */
function toLiteral(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replaceAll(/"(\w+)":/g, '$1:')
    .replaceAll('"', "'")
}
