import type { Durability } from '../statements/database.ts'

/** What every session is held to, whatever the role or the database says (D74). Times are in milliseconds. */
const sessionSettings = {
  statement_timeout: '10000',
  lock_timeout: '2000',
  idle_in_transaction_session_timeout: '10000',
  // Of a crash of the machine the client would learn nothing, and what it was told would be gone.
  synchronous_commit: 'on',
  // With the server's default, plans for many apps read all records of a large one, and sort them (D173).
  random_page_cost: '1.1',
  // How times, bytes and numbers are written, which the driver reads in one way only, and how the texts of a statement
  // are read (D180).
  datestyle: 'ISO,YMD',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
}

const { lock_timeout, synchronous_commit, random_page_cost, timezone } = sessionSettings

/** Those that a node of a cluster needs of its own: what a session asks of one, no other is told. */
export const nodeSettings = { lock_timeout, synchronous_commit, random_page_cost, timezone }

/** The URL with the settings among its connection options, after those that it has already. */
export function withSessionOptions(connectionString: string): string {
  const url = new URL(connectionString)
  const ours = Object.entries({ ...sessionSettings, default_transaction_isolation: 'read\\ committed' })
  const options = ours.map(([name, value]) => `-c ${name}=${value}`)
  url.searchParams.set('options', [url.searchParams.get('options') ?? '', ...options].join(' ').trim())
  return url.href
}

// Prepared like any other statement: the driver's simple queries are a packet each.
/** Begins a transaction in which a statement sees what was committed before it (D74). */
export const begin = { name: 'begin', text: 'begin isolation level read committed' }

/** Begins a transaction in which all statements see the data of one moment. */
export const beginSnapshot = { name: 'begin_snapshot', text: 'begin isolation level repeatable read' }

/** Holds one transaction to the settings: a pooler may have dropped the connection's options. */
export const setLocals = {
  name: 'set_locals',
  text: `select ${Object.entries(sessionSettings)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ')}`,
}

/** The settings that decide what survives, as they hold for a statement on its own. */
export interface DurabilitySettings {
  readonly fsync: string
  readonly full_page_writes: string
  readonly synchronous_commit: string
}

export const readDurabilitySettings = {
  name: 'read_durability_settings',
  text: `
    select current_setting('synchronous_commit') as synchronous_commit,
      current_setting('full_page_writes') as full_page_writes, current_setting('fsync') as fsync`,
}

/** What survives under these settings. */
export function toDurability({
  fsync,
  full_page_writes,
  synchronous_commit,
}: DurabilitySettings): Durability {
  const survivesCrash = fsync === 'on' && full_page_writes === 'on' && synchronous_commit !== 'off'
  return survivesCrash ? 'fsync' : 'process-crash'
}
