import { createCallbacks } from '../../../../../shared/callbacks.js'

// The sessions are deleted by the app's own cleanup.
const sessionStorage = { deleteShop: async () => undefined }

export const { onUninstalled, ...events } = createCallbacks(sessionStorage, process.env.SESSIONS_URL)
