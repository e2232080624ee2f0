import type { StoreName } from '../platform/stores/open-store.ts'

/** A server under measurement. */
export interface StartedServer {
  readonly port: number
  stop(): Promise<void>
}

/** What a server program is started with. */
export interface ServerSettings {
  readonly databaseUrl: string
  /** How it asks the database; the service itself has its own way. */
  readonly store: StoreName
}

/** A program whose module exports this as `start`. */
export type StartServer = (settings: ServerSettings) => Promise<StartedServer>
