import {
  type InstallResult,
  readContactWithAdmin,
  type Uninstall,
  type UninstallResult,
} from '@affiliate-platform/shopify-recipes'
import {
  forwardUninstall,
  handleUninstall,
  identifyOnInstall,
} from '@affiliate-platform/shopify-recipes/remix'
import { recordActivity } from './activity.server.ts'
import { installLedger } from './install-ledger.server.ts'
import { sessionStorage } from './session-storage.server.ts'

/** Interface 4.4 rule 1: one of the two, never both. */
export type Variant = 'identify_at_install' | 'forward_uninstalls'

/** The variant this app has chosen. */
export const variant: Variant =
  process.env['AFFILIATE_VARIANT'] === 'forward_uninstalls' ? 'forward_uninstalls' : 'identify_at_install'

/** Whether the app reads the contact itself and hands over no token, for an app with an IP allowlist at Shopify. */
export const readsContact = process.env['AFFILIATE_READ_CONTACT'] === 'app'

const installOptions = {
  ledger: installLedger,
  onResult: (result: InstallResult) => recordActivity('install', result.shop, result),
}

/** The hooks for `shopifyApp`. The token-free variant needs none. */
export const hooks =
  variant === 'forward_uninstalls'
    ? {}
    : {
        afterAuth: readsContact
          ? identifyOnInstall({ ...installOptions, readContact: readContactWithAdmin })
          : identifyOnInstall({ ...installOptions, sessionStorage }),
      }

const uninstallOptions = {
  ledger: installLedger,
  // A late delivery must not delete the session of a shop that has come back meanwhile.
  onUninstalled: ({ shop, triggeredAt }: Uninstall) => sessionStorage.deleteShop(shop, triggeredAt),
  onResult: (result: UninstallResult) =>
    recordActivity('uninstall', 'shop' in result ? result.shop : '', result),
}

/** The action of the uninstall webhook. */
export const uninstalled =
  variant === 'forward_uninstalls'
    ? forwardUninstall({ ...uninstallOptions, sessionStorage })
    : handleUninstall(uninstallOptions)
