import { setTimeout as delay } from 'node:timers/promises'

/** How the affiliate platform behaves towards the app. */
export const platformModes = ['ok', 'slow', 'failing', 'hanging'] as const
export type PlatformMode = (typeof platformModes)[number]

/** Stands between the app and the affiliate platform. */
export interface PlatformSwitch {
  mode: PlatformMode
  readonly fetch: typeof fetch
}

const slowMs = 2000

export function createPlatformSwitch(forward: typeof fetch): PlatformSwitch {
  const platform: PlatformSwitch = {
    mode: 'ok',
    async fetch(input, init) {
      const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined)
      switch (platform.mode) {
        case 'ok':
          break
        case 'slow':
          await delay(slowMs, undefined, signal ? { signal } : {})
          break
        case 'failing':
          return Response.json({ title: 'Simulated failure', status: 503 }, { status: 503 })
        case 'hanging':
          await delay(2 ** 31 - 1, undefined, { ref: false, ...(signal && { signal }) })
      }
      return forward(input, init)
    },
  }
  return platform
}
