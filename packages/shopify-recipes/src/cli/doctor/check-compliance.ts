import { isServedBy, readConfigurations, subscriptionsOf, webhooksOf } from './app-configuration.ts'
import { mountPaths } from './check-routes.ts'
import { at, type Finding, warning } from './finding.ts'
import { type App, callsOf } from './read-app.ts'
import { type AppFile, placeOf } from './read-files.ts'
import { readProperty } from './resolve-value.ts'
import { keyName } from './walk.ts'

const topics = ['customers/data_request', 'customers/redact', 'shop/redact']

/** Whether Shopify is asked to deliver the compliance topics: without them an app does not pass its review. */
export function checkCompliance(app: App): readonly Finding[] {
  if (isForOneMerchant(app)) return []
  const paths = mountPaths(app, callsOf(app, 'handleCompliance'))
  return readConfigurations(app).flatMap((file) => checkConfiguration(file, paths))
}

function checkConfiguration(file: AppFile, paths: readonly (string | undefined)[]): readonly Finding[] {
  const known = paths.filter((path) => path !== undefined)
  const subscriptions = readSubscriptions(file)
  if (subscriptions === undefined) return []
  const asked = subscriptions.flatMap(({ complianceTopics }) => complianceTopics)
  const missing = topics.filter((topic) => !asked.includes(topic))
  if (missing.length > 0) {
    const list = missing.map((topic) => `"${topic}"`).join(', ')
    const detail = `compliance_topics lacks ${missing.join(', ')}: a public app does not pass Shopify's review.`
    const remedy = `Add [[webhooks.subscriptions]] with compliance_topics = [${list}] and uri = "${known[0] ?? '/webhooks/compliance'}", handled by handleCompliance.`
    return [at(file.path, warning('COMPLIANCE', detail, remedy))]
  }
  if (known.length < paths.length || known.length === 0) return []
  const elsewhere = subscriptions.find(({ uri }) => !isServedBy(known, uri))
  if (elsewhere === undefined) return []
  const { uri } = elsewhere
  const detail = `Compliance topics are delivered to ${uri}, but handleCompliance is at ${known.join(', ')}.`
  const remedy = `Set uri = "${known[0]}", then run npx shopify app deploy.`
  return [at(placeOf(file, file.text.indexOf(uri)), warning('COMPLIANCE', detail, remedy))]
}

/** Those with compliance topics; undefined where they are not to be judged here. */
function readSubscriptions({ text }: AppFile) {
  try {
    // An older form: one address for each of the topics.
    if ('privacy_compliance' in webhooksOf(text)) return undefined
    return subscriptionsOf(text).filter(({ complianceTopics }) => complianceTopics.length > 0)
  } catch {
    return undefined
  }
}

/** Apps that no review looks at. */
function isForOneMerchant(app: App): boolean {
  return callsOf(app, 'shopifyApp').some(({ options }) => {
    const value = readProperty(options, 'distribution', app.sources)
    if (typeof value === 'string' || value.node.type !== 'MemberExpression') return false
    return /^(SingleMerchant|ShopifyAdmin)$/.test(keyName(value.node.property) ?? '')
  })
}
