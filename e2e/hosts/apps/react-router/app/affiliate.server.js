import {
  forwardUninstall,
  handleUninstall,
  identifyOnInstall,
} from '@affiliate-platform/shopify-recipes/react-router'
import { sessionStorage } from './db.server'

const forwards = process.env.AFFILIATE_VARIANT === 'forward_uninstalls'
const onUninstalled = ({ shop }) => sessionStorage.deleteShop(shop)

export const hooks = forwards ? {} : { afterAuth: identifyOnInstall() }
export const uninstalled = forwards ? forwardUninstall({ onUninstalled }) : handleUninstall({ onUninstalled })
