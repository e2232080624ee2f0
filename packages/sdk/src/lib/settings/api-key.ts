import { type ApiKeyKind, apiKeyKind } from '@affiliate-platform/contract'
import { ConfigurationError } from '../errors/errors.ts'
import type { ApiKeySource } from './client-options.ts'

/** Which key a client needs, and where it is found when no option names it. */
export interface ApiKeyDefaults {
  readonly apiKeyKind: ApiKeyKind
  readonly apiKeyVariable: string
}

/**
 * Finds the key of a client, or who gives it.
 *
 * @throws ConfigurationError when there is none, or one of another kind
 */
export function findApiKey(
  option: string | ApiKeySource | undefined,
  defaults: ApiKeyDefaults,
): string | (() => Promise<string>) {
  const { apiKeyKind: expected, apiKeyVariable } = defaults
  const apiKey = option ?? (globalThis.process?.env?.[apiKeyVariable] || undefined)
  if (apiKey === undefined) {
    const message = `Set ${apiKeyVariable} or the option apiKey to the ${expected} API key.`
    throw new ConfigurationError({ code: 'missing_api_key', message })
  }
  if (typeof apiKey === 'string') return checkApiKey(apiKey, expected)
  return async () => checkApiKey(await apiKey(), expected)
}

function checkApiKey(apiKey: unknown, expected: ApiKeyKind): string {
  const kind = typeof apiKey === 'string' ? apiKeyKind(apiKey) : undefined
  if (typeof apiKey === 'string' && kind === expected) return apiKey
  const found =
    kind === undefined ? 'not an API key of this platform, or cut off' : `the API key of kind ${kind}`
  const message = `The ${expected} API key is needed here; this one is ${found}.`
  throw new ConfigurationError({ code: 'wrong_api_key', message })
}
