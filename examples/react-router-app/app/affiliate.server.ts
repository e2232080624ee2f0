import { createMemoryLedger, type Uninstall } from '@affiliate-platform/shopify-recipes'
import {
  forwardUninstall,
  handleUninstall,
  identifyOnInstall,
} from '@affiliate-platform/shopify-recipes/react-router'
import { deleteShop, sessionStorage } from './session-storage.server.ts'

// Right for one long-lived process alone. With Prisma: `createPrismaLedger(prisma.affiliateLedger)`.
const ledger = createMemoryLedger()
const onUninstalled = async ({ shop, isBack }: Uninstall) => {
  // A late delivery must not delete the session of a shop that has come back meanwhile.
  if (!isBack) await deleteShop(shop)
}

// Interface 4.4 rule 1: one of the two, never both. A real app keeps the lines of the one it has chosen.
const forwards = process.env['AFFILIATE_VARIANT'] === 'forward_uninstalls'

/** The hooks for `shopifyApp`. */
export const hooks = forwards ? {} : { afterAuth: identifyOnInstall({ ledger, sessionStorage }) }

/** The action of the uninstall webhook. */
export const uninstalled = forwards
  ? forwardUninstall({ sessionStorage, onUninstalled })
  : handleUninstall({ ledger, onUninstalled })
