import { isServedBy, readConfigurations, subscriptionsOf, webhooksOf } from './app-configuration.ts'
import { mountPaths, routePaths } from './check-routes.ts'
import { atPlace, error, type Finding, warning } from './finding.ts'
import { type CheckedApp, callsOf } from './read-app.ts'
import { type AppFile, placeOf } from './read-files.ts'
import { readProperty } from './resolve-value.ts'
import { keyName } from './walk.ts'

const topics = ['customers/data_request', 'customers/redact', 'shop/redact']

/** Whether Shopify is asked to deliver the compliance topics: without them an app does not pass its review. */
export function checkCompliance(app: CheckedApp): readonly Finding[] {
  if (isForOneMerchant(app)) return []
  const paths = mountPaths(app, callsOf(app, 'handleCompliance'))
  const isExpress = app.files.some(({ text }) => text.includes('"@shopify/shopify-app-express"'))
  // The frontend of Shopify's Node template proxies nothing else.
  const defaultPath = `${isExpress ? '/api' : ''}/webhooks/compliance`
  const served = { paths, routes: routePaths(app), defaultPath }
  return readConfigurations(app).flatMap((file) => checkConfiguration(file, served))
}

interface Served {
  /** Where `handleCompliance` is. */
  readonly paths: readonly (string | undefined)[]
  /** All routes of the app; undefined where others may exist. */
  readonly routes: readonly string[] | undefined
  readonly defaultPath: string
}

/** Whether any file is the route of an address, in an app whose routes are all named by their files. */
function checkServed(file: AppFile, uri: string, routes: Served['routes']): readonly Finding[] {
  if (routes === undefined || isServedBy(routes, uri)) return []
  const detail = `Compliance topics are delivered to ${uri}, where the app has no route: each of them fails.`
  const remedy = 'Add the route with handleCompliance: see docs/compliance.md of the package.'
  return [atPlace(placeOf(file, file.text.indexOf(uri)), error('COMPLIANCE', detail, remedy))]
}

function checkConfiguration(file: AppFile, { paths, routes, defaultPath }: Served): readonly Finding[] {
  const known = paths.filter((path) => path !== undefined)
  const subscriptions = readSubscriptions(file)
  if (subscriptions === undefined) return []
  const asked = subscriptions.flatMap(({ complianceTopics }) => complianceTopics)
  const missing = topics.filter((topic) => !asked.includes(topic))
  if (missing.length > 0) {
    const list = missing.map((topic) => `"${topic}"`).join(', ')
    const detail = `compliance_topics lacks ${missing.join(', ')}: a public app does not pass Shopify's review.`
    const remedy = `Add [[webhooks.subscriptions]] with compliance_topics = [${list}] and uri = "${known[0] ?? defaultPath}", handled by handleCompliance.`
    return [atPlace(file.path, warning('COMPLIANCE', detail, remedy))]
  }
  if (paths.length === 0) return subscriptions.flatMap(({ uri }) => checkServed(file, uri, routes))
  if (known.length < paths.length) return []
  const elsewhere = subscriptions.find(({ uri }) => !isServedBy(known, uri))
  if (elsewhere === undefined) return []
  const { uri } = elsewhere
  const detail = `Compliance topics are delivered to ${uri}, but handleCompliance is at ${known.join(', ')}.`
  const remedy = `Set uri = "${known[0]}", then run npx shopify app deploy.`
  return [atPlace(placeOf(file, file.text.indexOf(uri)), warning('COMPLIANCE', detail, remedy))]
}

/** Those with compliance topics; undefined where they are not to be judged here. */
function readSubscriptions({ text }: Pick<AppFile, 'text'>) {
  try {
    // An older form: one address for each of the topics.
    if ('privacy_compliance' in webhooksOf(text)) return undefined
    return subscriptionsOf(text).filter(({ complianceTopics }) => complianceTopics.length > 0)
  } catch {
    return undefined
  }
}

/** The addresses that a configuration delivers compliance topics to; none where it is no TOML. */
export function complianceUris(text: string): readonly string[] {
  return readSubscriptions({ text })?.map(({ uri }) => uri) ?? []
}

/** Apps that no review looks at. */
function isForOneMerchant(app: CheckedApp): boolean {
  return callsOf(app, 'shopifyApp').some(({ options }) => {
    const value = readProperty(options, 'distribution', app.sources)
    if (typeof value === 'string' || value.node.type !== 'MemberExpression') return false
    return /^(SingleMerchant|ShopifyAdmin)$/.test(keyName(value.node.property) ?? '')
  })
}
