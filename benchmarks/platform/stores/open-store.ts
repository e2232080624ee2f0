import { openCombinedStore } from './combined-store.ts'
import { openPipelinedStore } from './pipelined-store.ts'
import { openSequentialStore } from './sequential-store.ts'
import type { OpenStore } from './store.ts'

/** How a program asks the database. */
export type StoreName = 'ordinary' | 'same' | 'pipelined' | 'combined'

/** The stores by name. */
export const stores: Readonly<Record<StoreName, OpenStore>> = {
  /** Separate, unnamed statements for key, quota and work: how most people write it. */
  ordinary: (url) => openSequentialStore(url, { prepares: false, remembersCredentials: false }),
  /** The service's own statements in its own order. */
  same: (url) => openSequentialStore(url, { prepares: true, remembersCredentials: true }),
  /** The service's own statements, sent without waiting where that is possible. */
  pipelined: openPipelinedStore,
  /** One statement. */
  combined: openCombinedStore,
}
