import type { Demo } from '@affiliate-platform/operator/demo'
import type { DatabaseChoice } from '@affiliate-platform/platform/database'
import type { LogLevel } from '@affiliate-platform/service'
import type { ShopBehaviour } from '@affiliate-platform/shopify-simulator'
import { startSource } from './source-process.ts'

/** When a process is to end itself without warning. */
export interface DeathPlan {
  readonly moment: 'before the commit' | 'before the response'
  /** In which of its transactions. */
  readonly transactions: number
}

/** What a service process of the guarantees is made of. */
export interface GuaranteeServerOptions {
  readonly database: DatabaseChoice
  /** Default: the product's own. */
  readonly quotaRequestsMax?: number
  readonly logLevel?: LogLevel
  readonly shopBehaviours?: readonly { readonly domain: string; readonly behaviour: ShopBehaviour }[]
  readonly death?: DeathPlan
}

/** A service in a process of its own, on a database with the demo. */
export interface GuaranteeProcess {
  readonly pid: number | undefined
  readonly port: number
  readonly metricsPort: number
  readonly keys: Demo['keys']
  readonly ids: Demo['ids']
  readonly shops: Demo['shops']
  /** Everything that it has written to its log so far. */
  log(): string
  /** Ends it without any chance to clean up. */
  kill(): Promise<void>
  /** Asks it to stop, and waits for its end. */
  stop(): Promise<StopReport>
  /** Settles when it has ended, however that came. */
  readonly ended: Promise<unknown>
}

/** How a process stopped. */
export interface StopReport {
  readonly exitCode: number | null
  /** The requests that it took up in its life. */
  readonly begun: number
  readonly durationMs: number
}

const script = new URL('guarantee-server.ts', import.meta.url)

/** Starts a service process and waits until it serves. */
export async function startGuaranteeProcess(options: GuaranteeServerOptions): Promise<GuaranteeProcess> {
  const service = startSource(script, [JSON.stringify(options)])
  const { child } = service
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    log += chunk
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const ready = await service.nextLine()
  if (ready === undefined) throw new Error(`The service process ended before it served: ${log}`)
  return {
    ...(JSON.parse(ready) as Pick<GuaranteeProcess, 'port' | 'metricsPort' | 'keys' | 'ids' | 'shops'>),
    pid: child.pid,
    log: () => log,
    ended,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    stop: async () => {
      const startedAtMs = performance.now()
      child.kill('SIGTERM')
      const last = await service.nextLine()
      await ended
      const { begun } = JSON.parse(last ?? '{"begun":-1}') as Pick<StopReport, 'begun'>
      return { exitCode: child.exitCode, begun, durationMs: performance.now() - startedAtMs }
    },
  }
}
