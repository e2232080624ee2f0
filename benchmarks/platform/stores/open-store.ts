import { openCombinedStore } from './combined-store.ts'
import { openOrdinaryStore } from './ordinary-store.ts'
import { openPipelinedStore } from './pipelined-store.ts'
import type { OpenStore } from './store.ts'

/** How a program asks the database. */
export type StoreName = 'ordinary' | 'same' | 'pipelined' | 'combined'

/** The stores by name. */
export const stores: Readonly<Record<StoreName, OpenStore>> = {
  /** Separate, unnamed statements for key, quota and work: how most people write it. */
  ordinary: openOrdinaryStore,
  /** The service's own statements in its own order. */
  same: (url) => openPipelinedStore(url, { waitsForQuota: true }),
  /** The same, but a write does not wait for its quota. */
  pipelined: (url) => openPipelinedStore(url, { waitsForQuota: false }),
  /** One statement, a function of the database for the write. */
  combined: openCombinedStore,
}
