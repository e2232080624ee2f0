import { ConfigurationError } from '../errors/errors.ts'
import type { AppInfo } from './client-options.ts'
import { sdkVersion } from './version.ts'

const { bun, deno, node } = globalThis.process?.versions ?? {}
const runtime = Object.entries({ bun, deno, node }).find(([, version]) => version)

/**
 * Names this package, the runtime and the caller's app to the service:
 * `affiliate-platform-sdk/0.1.0 node/24.1.0 my-app/1.2`.
 *
 * @throws ConfigurationError for a name or version that a header cannot carry as one word
 */
export function buildUserAgent(appInfo: AppInfo | undefined): string {
  const app = appInfo && [appInfo.name, appInfo.version].filter((word) => word !== undefined)
  if (app?.some((word) => typeof word !== 'string' || !/^[\w!#$%&'*+.^`|~-]+$/.test(word))) {
    const message = 'appInfo needs a name, and if given a version, made of only letters, digits and -._~.'
    throw new ConfigurationError({ code: 'invalid_option', message })
  }
  return [`affiliate-platform-sdk/${sdkVersion}`, runtime?.join('/'), app?.join('/')]
    .filter(Boolean)
    .join(' ')
}
