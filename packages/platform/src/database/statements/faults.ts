/** What a failed statement means for the one who sent it. */
export type DatabaseFault =
  /** Nothing was committed, and the same transaction may well succeed when it is run again. */
  | 'retry'
  /** The database cannot be reached, is shutting down or is overloaded. */
  | 'unavailable'
  /** A statement waited for a lock for too long. */
  | 'lock_timeout'
  /** A constraint named by the error rejected the row. */
  | 'constraint'
  /** Anything else: a mistake of ours. */
  | 'unexpected'

const serialisationFailures = new Set(['40001', '40P01'])

// Classes 08 (connection), 57P (operator intervention), 53 (connections, disk or memory exhausted) and 58 (the server's
// own input and output), a cancelled statement, and a server that became a read-only standby. 25P03 and 25P04 end a
// transaction that took too long; 42P05 and 26000 are a pooler that mixes up prepared statements.
const unavailableStates = /^(?:08...|57P..|57014|53...|58...|25006|25P0[34]|42P05|26000)$/

const socketFaults = new Set([
  'EADDRNOTAVAIL',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

// The driver reports a lost connection by message alone. Our own queues begin theirs like its pool's.
const driverFaults =
  /^(?:Connection terminated|Client was closed|timeout e(?:xceeded|xpired)|Client has encountered a connection error|Query read timeout|Cannot use a pool after|PGlite is clos|AggregateError)/i

/** Sorts an error thrown by a driver. */
export function toDatabaseFault(error: unknown): DatabaseFault {
  const code = errorCode(error)
  if (serialisationFailures.has(code)) return 'retry'
  if (code === '55P03') return 'lock_timeout'
  if (code.startsWith('23')) return 'constraint'
  if (unavailableStates.test(code) || socketFaults.has(code)) return 'unavailable'
  if (error instanceof Error && driverFaults.test(error.message)) return 'unavailable'
  return 'unexpected'
}

// The user is not accepted, there is no such database, too many connections, or the server stops or starts.
const connectionEnds = /^(?:28...|3D000|53300|57P0.)$/

/** What the server, or the pooler before it, said when it ended the connection. Of a row it tells nothing there. */
export function toServerWords(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const severity: unknown = Reflect.get(error, 'severity')
  // A server of another language translates the severity as well.
  const isEnd = severity === 'FATAL' || (severity !== 'ERROR' && connectionEnds.test(errorCode(error)))
  return isEnd ? error.message : undefined
}

/** The name of the constraint that rejected a row, if one did; without the number that it has in a part of a spread table. */
export function rejectingConstraint(error: unknown): string | undefined {
  if (toDatabaseFault(error) !== 'constraint') return undefined
  const constraint: unknown = Reflect.get(Object(error), 'constraint') ?? findConstraint(error)
  return typeof constraint === 'string' ? constraint.replace(/_\d+$/, '') : undefined
}

// What a node of a cluster rejects of many rows at once is told in its words, without their code (D417).
const codesByWords: readonly (readonly [words: RegExp, code: string])[] = [
  [/\bconstraint "\w+"/, '23000'],
  [/^deadlock detected/m, '40P01'],
  [/^could not serialize access/m, '40001'],
  [/^canceling statement due to lock timeout/m, '55P03'],
  [/^canceling statement due to statement timeout/m, '57014'],
]

function toWords(error: unknown): string {
  const { message, detail } = Object(error)
  return `${message}\n${detail}`
}

const findConstraint = (error: unknown): string | undefined =>
  /\bconstraint "(\w+)"/.exec(toWords(error))?.[1]

/** What failed, in one word: the constraint that rejected a row, the server's code, or the name of the error. */
export function nameFault(error: unknown): string {
  return rejectingConstraint(error) ?? (errorCode(error) || (error instanceof Error ? error.name : 'unknown'))
}

/** The code that a driver or the system gave an error; empty where there is none. */
export function errorCode(error: unknown): string {
  const code: unknown = Reflect.get(Object(error), 'code')
  if (code === 'XX000') return codesByWords.find(([words]) => words.test(toWords(error)))?.[1] ?? code
  return typeof code === 'string' ? code : ''
}
