import { ParseError } from 'toml-eslint-parser'
import { uninstallFields } from '../uninstall-fields.ts'
import {
  type ConfiguredSubscription,
  isServedBy,
  readConfigurations,
  subscriptionsOf,
} from './app-configuration.ts'
import { mountPaths } from './check-routes.ts'
import { atPlace, error, type Finding, warning } from './finding.ts'
import { type CheckedApp, callsOf } from './read-app.ts'
import { type AppFile, placeOf } from './read-files.ts'
import { keyName, walk } from './walk.ts'

const topic = 'app/uninstalled'

/** Whether Shopify is asked to deliver `app/uninstalled`, and to where the recipe is. */
export function checkSubscription(app: CheckedApp): readonly Finding[] {
  if (isSubscribedByCode(app)) return []
  const configurations = readConfigurations(app)
  if (configurations.length === 0) {
    const detail = 'There is no shopify.app.toml here, so the uninstall subscription was not checked.'
    return [warning('SUBSCRIPTION', detail, "Run the doctor in the app's root folder.")]
  }
  return configurations.flatMap((file) => checkConfiguration(file, app))
}

function checkConfiguration(file: AppFile, app: CheckedApp): readonly Finding[] {
  const paths = mountPaths(app, callsOf(app, 'handleUninstall', 'forwardUninstall'))
  const known = paths.filter((path) => path !== undefined)
  const path = known[0] ?? '/webhooks/app/uninstalled'
  const remedy = `Add [[webhooks.subscriptions]] with topics = ["${topic}"] and uri = "${path}", then run npx shopify app deploy.`
  try {
    const uris = subscriptionsOf(file.text)
      .filter(isUninstall)
      .map(({ uri }) => uri)
    if (uris.length === 0)
      return [
        atPlace(file.path, error('SUBSCRIPTION', `${file.path} does not subscribe to ${topic}.`, remedy)),
      ]
    if (known.length < paths.length || known.length === 0) return []
    if (uris.some((uri) => isServedBy(known, uri))) return checkFields(file, app)
    const [uri = ''] = uris
    const detail = `${topic} is delivered to ${uri}, but the recipe is at ${known.join(', ')}.`
    const place = placeOf(file, file.text.indexOf(uri))
    return [
      atPlace(place, error('SUBSCRIPTION', detail, `Set uri = "${path}", then run npx shopify app deploy.`)),
    ]
  } catch (thrown) {
    if (!(thrown instanceof ParseError)) throw thrown
    const place = `${file.path}:${thrown.lineNumber}`
    return [
      atPlace(
        place,
        error('SUBSCRIPTION', 'This is not valid TOML: Shopify reads none of it.', 'Correct the line.'),
      ),
    ]
  }
}

/** Whether the payload has what the recipe reads, where it is limited at all. */
function checkFields(file: AppFile, app: CheckedApp): readonly Finding[] {
  const variant = callsOf(app, 'forwardUninstall').length > 0 ? 'forward' : 'install'
  return subscriptionsOf(file.text)
    .filter(isUninstall)
    .flatMap(({ uri, includeFields }) => {
      const lacking = uninstallFields[variant].filter((field) => !includeFields.includes(field))
      if (includeFields.length === 0 || lacking.length === 0) return []
      const detail = `include_fields keeps ${lacking.join(', ')} from the recipe.`
      const remedy = `Add ${lacking.length > 1 ? 'them' : 'it'}, then run npx shopify app deploy.`
      return [atPlace(placeOf(file, file.text.indexOf(uri)), warning('SUBSCRIPTION', detail, remedy))]
    })
}

/** The addresses that a configuration sends `app/uninstalled` to; none where it is no TOML. */
export function uninstallUris(text: string): readonly string[] {
  try {
    return subscriptionsOf(text)
      .filter(isUninstall)
      .map(({ uri }) => uri)
  } catch {
    return []
  }
}

const isUninstall = ({ topics }: ConfiguredSubscription): boolean => topics.includes(topic)

/** Apps may also subscribe per shop, by the option `webhooks` of Shopify's library. */
function isSubscribedByCode({ sources }: CheckedApp): boolean {
  let isFound = false
  for (const { tree } of sources.values()) {
    walk(tree, (node) => {
      isFound ||= node.type === 'ObjectProperty' && keyName(node.key) === 'APP_UNINSTALLED'
    })
  }
  return isFound
}
