import { apiKeyKind } from '@affiliate-platform/contract'
import { error, type Finding, ok } from './finding.ts'
import { secretName } from './secrets.ts'

type Environment = Readonly<Record<string, string | undefined>>

// Build tools put every variable of these names into what browsers get.
const exposedPrefix = /^(VITE_|PUBLIC_|NEXT_PUBLIC_|NUXT_PUBLIC_|REACT_APP_|GATSBY_|EXPO_PUBLIC_)/

/** Checks the variables that the recipes read, by name and by shape. */
export function checkEnvironment(env: Environment): readonly Finding[] {
  return [checkKey(env), checkBaseUrl(env), ...checkAppId(env), ...checkExposed(env)]
}

function checkKey({ AFFILIATE_WORKSPACE_API_KEY: apiKey }: Environment): Finding {
  const name = 'AFFILIATE_WORKSPACE_API_KEY'
  if (!apiKey) return error('KEY-MISSING', `${name} is not set.`, `Set ${name} to the private workspace key.`)
  const kind = apiKeyKind(apiKey)
  if (kind === 'workspace') return ok('KEY-KIND', `${name} is a workspace key.`)
  const found = kind === undefined ? 'not a key of this platform, or cut off' : `a key of the kind ${kind}`
  return error(
    'KEY-KIND',
    `${name} is ${found}.`,
    'Identify needs the private workspace key; keys are not interchangeable.',
  )
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
