import {
  forwardUninstall,
  handleUninstall,
  identifyOnInstall,
} from '@affiliate-platform/shopify-recipes/react-router'
import { createCallbacks } from '../../../shared/callbacks.js'
import { sessionStorage } from './db.server'

const forwards = process.env.AFFILIATE_VARIANT === 'forward_uninstalls'
const { onUninstalled, ...events } = createCallbacks(sessionStorage, process.env.SESSIONS_URL)

export const createHooks = (readShop) =>
  forwards ? {} : { afterAuth: identifyOnInstall({ ...events, readShop }) }
export const uninstalled = forwards ? forwardUninstall({ onUninstalled }) : handleUninstall({ onUninstalled })
