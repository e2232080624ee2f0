export { type EmbeddedDatabase, type EmbeddedOptions, openEmbedded } from './database/pglite.ts'
