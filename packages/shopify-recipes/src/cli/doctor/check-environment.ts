import { apiKeyKind } from '@affiliate-platform/contract'
import { error, type Finding, ok } from './finding.ts'
import { secretName } from './secrets.ts'

type Environment = Readonly<Record<string, string | undefined>>

// Build tools put every variable of these names into what browsers get.
const exposedPrefix = /^(VITE_|PUBLIC_|NEXT_PUBLIC_|NUXT_PUBLIC_|REACT_APP_|GATSBY_|EXPO_PUBLIC_)/

/**
 * Checks the variables that the recipes read, by name and by shape.
 *
 * @param onlyReports - whether the app reports installs and identifies nobody, so that it needs no workspace key
 */
export function checkEnvironment(env: Environment, onlyReports: boolean): readonly Finding[] {
  const key = onlyReports && !env['AFFILIATE_WORKSPACE_API_KEY'] ? [] : [checkKey(env)]
  return [...key, ...checkBridgeKey(env), checkBaseUrl(env), ...checkAppId(env), ...checkExposed(env)]
}

function checkKey({ AFFILIATE_WORKSPACE_API_KEY: apiKey }: Environment): Finding {
  const name = 'AFFILIATE_WORKSPACE_API_KEY'
  if (!apiKey) return error('KEY-MISSING', `${name} is not set.`, `Set ${name} to the private workspace key.`)
  if (apiKeyKind(apiKey) === 'workspace') return ok('KEY-KIND', `${name} is a workspace key.`)
  return error(
    'KEY-KIND',
    `${name} is ${describeKey(apiKey)}.`,
    'Identify needs the private workspace key; keys are not interchangeable.',
  )
}

/** Without the key an app reports no installs, which is no fault. */
function checkBridgeKey({ AFFILIATE_INSTALL_BRIDGE_KEY: apiKey }: Environment): readonly Finding[] {
  if (!apiKey || apiKeyKind(apiKey) === 'install_bridge') return []
  const detail = `AFFILIATE_INSTALL_BRIDGE_KEY is ${describeKey(apiKey)}: no install is reported.`
  return [error('BRIDGE-KEY', detail, 'Reports need an install-bridge key; keys are not interchangeable.')]
}

function describeKey(apiKey: string): string {
  const kind = apiKeyKind(apiKey)
  return kind === undefined ? 'not a key of this platform, or cut off' : `a key of the kind ${kind}`
}

function checkBaseUrl({ AFFILIATE_BASE_URL: text }: Environment): Finding {
  const name = 'AFFILIATE_BASE_URL'
  const remedy = `Set ${name} to the service's address, such as https://affiliates.example.com.`
  if (!text) return error('BASE-URL', `${name} is not set.`, remedy)
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url !== undefined && url.search === '' && url.username === '' && url.password === ''
  if (!isPlain || !/^https?:$/.test(url.protocol))
    return error('BASE-URL', `${name} is not a plain http(s) URL.`, remedy)
  return ok('BASE-URL', `${name} is ${url.origin}.`)
}

function checkAppId({ AFFILIATE_APP_ID: appId }: Environment): readonly Finding[] {
  if (appId === undefined || isUuid(appId)) return []
  return [
    error('APP-ID', 'AFFILIATE_APP_ID is not a UUID.', "Set it to the app's id on the affiliate platform."),
  ]
}

function checkExposed(env: Environment): readonly Finding[] {
  return Object.entries(env).flatMap(([name, value = '']) => {
    const isSecret = secretName.test(name) || apiKeyKind(value) !== undefined
    if (!exposedPrefix.test(name) || !isSecret) return []
    const remedy = 'Rename it without the prefix, and rotate the key: it may already be in a published file.'
    return [error('EXPOSED', `${name} would be shipped to browsers.`, remedy)]
  })
}

/** Whether an app id has the form of one. */
export function isUuid(appId: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(appId)
}
