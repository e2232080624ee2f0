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
import { type CodeSample, type SampleRequest, toSamples } from './sample-languages.ts'

// The package that a reader installs. This one does not import it.
const client = '@affiliate-platform/sdk'
const affiliateKey = 'AFFILIATE_API_KEY'
const workspaceKey = 'AFFILIATE_WORKSPACE_API_KEY'
const bridgeKey = 'AFFILIATE_INSTALL_BRIDGE_KEY'
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
  saveTerms: samples(
    {
      method: 'PATCH',
      path: operations.saveTerms.path.replace(':id', '$AFFILIATE_MEMBERSHIP_ID'),
      key: affiliateKey,
      idempotencyKey: 'a-new-key-for-each-action',
      body: terms,
    },
    `import { AffiliateClient } from '${client}'

const affiliate = new AffiliateClient()
const membershipId = process.env['AFFILIATE_MEMBERSHIP_ID'] ?? ''
const version = await affiliate.memberships.saveTerms(membershipId, ${toLiteral(terms)})
console.log(version.id, version.effectiveAt)`,
  ),
  listPayouts: samples(
    {
      path: operations.listPayouts.path,
      key: affiliateKey,
      query: { status: 'partially_reported', limit: '10' },
    },
    `import { AffiliateClient, formatMoney } from '${client}'

const affiliate = new AffiliateClient()
for await (const payout of affiliate.payouts.list({ status: 'partially_reported' })) {
  console.log(payout.id, payout.name, formatMoney(payout.unpaid, 'en-US'))
}`,
  ),
  identify: samples(
    { ...post(operations.identify, workspaceKey), body: contact },
    `import { IdentifyClient } from '${client}'

const shops = new IdentifyClient()
const { receiptId } = await shops.identify(${toLiteral(contact)})
console.log(receiptId)`,
  ),
  redactShop: samples(
    { ...post(operations.redactShop, workspaceKey), body: { myshopifyDomain: contact.myshopifyDomain } },
    `import { IdentifyClient } from '${client}'

const shops = new IdentifyClient()
const { requestId } = await shops.redactShop('${contact.myshopifyDomain}')
console.log(requestId)`,
  ),
  reportInstallEvent: samples(
    {
      ...post(operations.reportInstallEvent, bridgeKey),
      body: { ...installExamples.requests.installed.value, appId: '$AFFILIATE_APP_ID' },
    },
    `import { InstallBridgeClient } from '${client}'

const bridge = new InstallBridgeClient()
const { outcome } = await bridge.reportEvent(${ofOwnApp(installExamples.requests.installed.value)})
console.log(outcome)`,
  ),
  reportEvidence: samples(
    {
      ...post(operations.reportEvidence, bridgeKey),
      body: { ...evidenceExamples.requests.code.value, appId: '$AFFILIATE_APP_ID' },
    },
    `import { InstallBridgeClient } from '${client}'

const bridge = new InstallBridgeClient()
const { outcome, reason } = await bridge.reportEvidence(${ofOwnApp(evidenceExamples.requests.code.value)})
console.log(outcome, reason)`,
  ),
  redeemSetupCode: toSamples(post(redeemSetupCode, 'AFFILIATE_SETUP_CODE')),
  firstReceipt: toSamples({
    path: firstReceipt.path,
    key: workspaceKey,
    query: { appId: '$AFFILIATE_APP_ID', since: '2026-11-01T09:30:00Z' },
  }),
  readLiveness: toSamples({ path: '/livez' }),
  readReadiness: toSamples({ path: '/readyz' }),
  readOpenApiDocument: toSamples({ path: '/openapi.json' }),
}

/** A body whose app is the reader's. */
function ofOwnApp(body: object): string {
  return toLiteral(body).replace(/(?<=appId: )'[^']+'/, "process.env['AFFILIATE_APP_ID'] ?? ''")
}

function post({ path }: { readonly path: string }, key: string) {
  return { method: 'POST', path, key } as const
}

/** How to read a list; the payouts have more to show. */
function listSamples({ name, path }: ListOperation): readonly CodeSample[] {
  return samples(
    { path, key: affiliateKey, query: { limit: '10' } },
    `import { AffiliateClient } from '${client}'

const affiliate = new AffiliateClient()
for await (const record of affiliate.${name}.list()) {
  console.log(record.id, record.status)
}`,
  )
}

/** How to read a record that a list has shown. */
function recordSamples(
  { id, record, path }: RecordOperation,
  parameters: readonly { name: string; example?: string }[],
) {
  const [, query] = parameters
  const further = query === undefined ? '' : `, { ${query.name}: '${query.example}' }`
  const method = id.replace(/[A-Z].*/, '')
  return samples(
    {
      path: path.replace(':id', '$ID'),
      key: affiliateKey,
      ...(query !== undefined && { query: { [query.name]: query.example ?? '' } }),
    },
    `import { AffiliateClient } from '${client}'

const affiliate = new AffiliateClient()
const { items } = await affiliate.${record}s.listPage({ limit: 1 })
for (const { id } of items) console.log(await affiliate.${record}s.${method}(id${further}))`,
  )
}

/** The languages in the order in which readers ask for them. */
function samples(request: SampleRequest, source: string): readonly CodeSample[] {
  const [curl, ...others] = toSamples(request)
  return [curl, { lang: 'TypeScript', label: 'TypeScript', source }, ...others]
}

/** Plain JSON as a person writes it in TypeScript. */
function toLiteral(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replaceAll(/"(\w+)":/g, '$1:')
    .replaceAll('"', "'")
}
