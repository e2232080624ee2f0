import { createTell } from '../../../../shared/callbacks.js'

export const tell = createTell(process.env.SESSIONS_URL)
