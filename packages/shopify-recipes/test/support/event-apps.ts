import {
  createMemoryLedger,
  handleUninstall,
  identifyOnInstall,
  type Ledger,
  retryMissedInstalls,
} from '@affiliate-platform/shopify-recipes'
import { uninstallRequest } from '@affiliate-platform/shopify-recipes/testing'
import { accessToken, appId, secret } from './fixtures.ts'

/** Where a process hangs until it is killed; or what fails at its next try. */
export type Fault = 'claim' | 'callback' | 'call' | 'callback throws' | 'call fails' | 'uninstall throws'

/** An uninstall, however often it is delivered. */
export interface Uninstall {
  readonly shop: string
  readonly eventId: string
  readonly triggeredAt: Date
}

const hangs: readonly Fault[] = ['claim', 'callback', 'call']

/** Two processes of an app, which share their ledger alone and can be killed; `told` holds what callbacks completed. */
export function createEventApps() {
  const shared = createMemoryLedger()
  const told: string[] = []
  const processes = [createProcess(shared, told), createProcess(shared, told)]
  const at = (index: number) => processes[index] ?? createProcess(shared, told)
  return {
    told,
    authorize: (index: number, shop: string, fault?: Fault) => at(index).authorize(shop, fault),
    retry: (index: number) => at(index).retry(),
    deliver: (index: number, uninstall: Uninstall, fault?: Fault) => at(index).deliver(uninstall, fault),
    /** Kills a process in the middle of a run of the hook, if it gets there, and starts another in its place. */
    kill: async (index: number, shop: string, fault: Fault) => {
      await at(index).die(shop, fault)
      processes[index] = createProcess(shared, told)
    },
  }
}

function createProcess(shared: Ledger, told: string[]) {
  const never = () => new Promise<never>(() => undefined)
  const hung = new EventTarget()
  let due: Fault | undefined
  const meet = async (...faults: readonly Fault[]) => {
    const fault = faults.find((one) => one === due)
    if (fault === undefined) return
    due = undefined
    if (!hangs.includes(fault)) throw new Error(fault)
    hung.dispatchEvent(new Event('hung'))
    await never()
  }
  const ledger: Ledger = {
    ...shared,
    replace: async (key, expected, next) => {
      if (next?.state === 'claimed') await meet('claim')
      return shared.replace(key, expected, next)
    },
  }
  const tell = (event: string) => async (of: { readonly shop: string }) => {
    await meet(...(event === 'uninstalled' ? (['uninstall throws'] as const) : callbackFaults))
    told.push(`${of.shop} ${event}`)
  }
  const client = {
    identify: async () => {
      await meet('call', 'call fails')
      return { ok: true }
    },
  }
  const sessionStorage = { loadSession: async (id: string) => ({ shop: id.slice(8), accessToken }) }
  const events = { onInstalled: tell('installed'), onReinstalled: tell('reinstalled') }
  const options = { client, appId, ledger, sessionStorage, onResult: () => undefined, ...events }
  const onUninstalled = tell('uninstalled')
  const uninstall = handleUninstall({ ledger, secrets: secret, onUninstalled, onResult: () => undefined })
  const authorize = async (shop: string, fault?: Fault) => {
    const pending: Promise<unknown>[] = []
    due = fault
    const waitUntil = (promise: Promise<unknown>) => void pending.push(promise)
    identifyOnInstall({ ...options, waitUntil })({ session: { shop, accessToken } })
    await Promise.all(pending)
    due = undefined
  }
  return {
    authorize,
    retry: () => retryMissedInstalls(options),
    deliver: async ({ shop, eventId, triggeredAt }: Uninstall, fault?: Fault) => {
      due = fault
      const request = uninstallRequest({ url: 'https://my-app.example', secret, shop, eventId, triggeredAt })
      return (await uninstall(request)).status
    },
    die: async (shop: string, fault: Fault) => {
      const isHung = new Promise((resolve) => hung.addEventListener('hung', resolve, { once: true }))
      await Promise.race([authorize(shop, fault), isHung])
      // A process that was killed writes nothing any more.
      ledger.replace = never
    },
  }
}

const callbackFaults = ['callback', 'callback throws'] as const
