import { sdkVersion } from './version.ts'

const { bun, deno, node } = globalThis.process?.versions ?? {}
const runtime = Object.entries({ bun, deno, node }).find(([, version]) => version)

/** Names this package and the runtime to the service: `affiliate-platform-sdk/0.1.0 node/24.1.0`. */
export const userAgent: string = [`affiliate-platform-sdk/${sdkVersion}`, runtime?.join('/')].join(' ').trim()
