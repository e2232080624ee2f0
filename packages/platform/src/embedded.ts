export { openEmbedded } from './database/pglite.ts'
