/** Settings that a server, a role or another client of a pooler may have, and those that ours are held to (D74, D180). */
const settings = [
  ['synchronous_commit', 'off', 'on'],
  ['statement_timeout', '0', '10s'],
  ['lock_timeout', '0', '2s'],
  ['idle_in_transaction_session_timeout', '0', '10s'],
  ['random_page_cost', '8', '1.1'],
  ['datestyle', 'German, DMY', 'ISO, YMD'],
  ['timezone', 'America/St_Johns', 'UTC'],
  ['bytea_output', 'escape', 'hex'],
  ['extra_float_digits', '-6', '1'],
  ['standard_conforming_strings', 'off', 'on'],
] as const

/** As a stranger sets them. */
export const foreignSettings = Object.fromEntries(settings.map(([name, foreign]) => [name, foreign]))

/** As the service has them. */
export const ownSettings = Object.fromEntries(settings.map(([name, , own]) => [name, own]))

/** Reads them, and the isolation level of the transaction. */
export const readSettings = {
  name: 'test_settings',
  text: `select ${[...settings.map(([name]) => name), 'transaction_isolation']
    .map((name) => `current_setting('${name}') as ${name}`)
    .join(', ')}`,
}
