export { openEmbedded } from './database/embedded/pglite.ts'
