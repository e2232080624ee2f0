import { sdkVersion } from './version.ts'

/** Names this package and the runtime to the service: `affiliate-platform-sdk/0.1.0 node/24.1.0`. */
export function userAgent(): string {
  const { bun, deno, node } = globalThis.process?.versions ?? {}
  const runtimes = Object.entries({ bun, deno, node }).find(([, version]) => version !== undefined)
  const suffix = runtimes === undefined ? '' : ` ${runtimes[0]}/${runtimes[1]}`
  return `affiliate-platform-sdk/${sdkVersion}${suffix}`
}
