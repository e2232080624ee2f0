import { Session } from '@shopify/shopify-api'
import { createSessionStorage } from '../../../shared/session-storage.js'

export const sessionStorage = createSessionStorage(Session, process.env.SESSIONS_URL)
