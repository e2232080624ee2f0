import { getStaticTOMLValue, ParseError, parseTOML } from 'toml-eslint-parser'
import { toRecord } from '../../lib/fault.ts'
import { uninstallPaths } from './check-routes.ts'
import { at, error, type Finding, warning } from './finding.ts'
import type { App } from './read-app.ts'
import { type AppFile, placeOf } from './read-files.ts'
import { keyName, walk } from './walk.ts'

const topic = 'app/uninstalled'

/** Whether Shopify is asked to deliver `app/uninstalled`, and to where the recipe is. */
export function checkSubscription(app: App): readonly Finding[] {
  if (isSubscribedByCode(app)) return []
  const configurations = app.files.filter(({ path }) => /^shopify\.app(\.[\w-]+)?\.toml$/.test(path))
  if (configurations.length === 0) {
    const detail = 'There is no shopify.app.toml here: whether uninstalls are delivered is not seen.'
    return [warning('SUBSCRIPTION', detail, "Run the doctor in the app's root folder.")]
  }
  return configurations.flatMap((file) => checkConfiguration(file, uninstallPaths(app)))
}

function checkConfiguration(file: AppFile, paths: readonly (string | undefined)[]): readonly Finding[] {
  const known = paths.filter((path) => path !== undefined)
  const path = known[0] ?? '/webhooks/app/uninstalled'
  const remedy = `Add [[webhooks.subscriptions]] with topics = ["${topic}"] and uri = "${path}", then npx shopify app deploy.`
  try {
    const uris = findUris(file.text)
    if (uris.length === 0)
      return [at(file.path, error('SUBSCRIPTION', `${file.path} does not subscribe to ${topic}.`, remedy))]
    if (known.length < paths.length || known.length === 0) return []
    if (uris.some((uri) => known.some((one) => pathOf(uri).endsWith(one)))) return []
    const [uri = ''] = uris
    const detail = `${topic} is delivered to ${uri}, but the recipe is at ${known.join(', ')}.`
    const place = placeOf(file, file.text.indexOf(uri))
    return [at(place, error('SUBSCRIPTION', detail, `Set uri = "${path}", then npx shopify app deploy.`))]
  } catch (thrown) {
    if (!(thrown instanceof ParseError)) throw thrown
    const place = `${file.path}:${thrown.lineNumber}`
    return [
      at(place, error('SUBSCRIPTION', 'This is no TOML: Shopify reads nothing of it.', 'Correct the line.')),
    ]
  }
}

/** The addresses that a configuration sends `app/uninstalled` to; none where it is no TOML. */
export function uninstallUris(text: string): readonly string[] {
  try {
    return findUris(text)
  } catch {
    return []
  }
}

function findUris(text: string): readonly string[] {
  const { subscriptions } = toRecord(toRecord(getStaticTOMLValue(parseTOML(text)))['webhooks'])
  if (!Array.isArray(subscriptions)) return []
  return subscriptions
    .map(toRecord)
    .filter(({ topics }) => Array.isArray(topics) && topics.includes(topic))
    .map(({ uri }) => String(uri))
}

function pathOf(uri: string): string {
  return new URL(uri, 'https://app.invalid').pathname.replace(/\/$/, '')
}

/** Apps may also subscribe per shop, by the option `webhooks` of Shopify's library. */
function isSubscribedByCode({ sources }: App): boolean {
  let isFound = false
  for (const { tree } of sources.values()) {
    walk(tree, (node) => {
      isFound ||= node.type === 'ObjectProperty' && keyName(node.key) === 'APP_UNINSTALLED'
    })
  }
  return isFound
}
