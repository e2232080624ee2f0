import { type DestinationStream, type Logger, pino } from 'pino'

/** How much is logged, from most to least. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

/** A level of `logLevels`. */
export type LogLevel = (typeof logLevels)[number]

/**
 * Creates the service's log: one JSON object per line. API keys, access tokens, e-mails and query strings never reach
 * it, because nobody hands them over.
 *
 * @param destination - where the lines go. Default: standard error, so that standard output stays for data
 */
export function createLog(level: LogLevel, destination: DestinationStream = standardError()): Logger {
  return pino({ level, base: null, serializers: { err: describeError } }, destination)
}

function standardError(): DestinationStream {
  return pino.destination({ dest: 2, sync: true })
}

interface FaultDescription {
  readonly type: string
  readonly message?: string
  readonly code?: unknown
  readonly constraint?: unknown
  readonly table?: unknown
}

interface ErrorDescription extends FaultDescription {
  readonly at: readonly string[]
  readonly cause?: ErrorDescription
}

/** Tells of an error what is safe to keep, as `describeFault` does, and where in the code it came from. */
export function describeError(error: unknown): ErrorDescription | undefined {
  if (!(error instanceof Error)) return error === undefined ? undefined : { type: typeof error, at: [] }
  const cause = describeError(error.cause)
  return {
    ...describeFault(error),
    // The message is part of the stack, and may have lines that look like its own.
    at: (error.stack ?? '')
      .replace(error.message, '')
      .split('\n')
      .filter((line) => line.startsWith('    at '))
      .map((line) => line.trim()),
    ...(cause !== undefined && { cause }),
  }
}

/**
 * Tells of an error what is safe to keep. A database's own words can quote a row, and a parser's the text it read, so
 * of their errors only the names are kept, never message or detail.
 */
export function describeFault(error: unknown): FaultDescription {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint, table, severity }: Record<string, unknown> = { ...error }
  const quotes = severity !== undefined || error instanceof SyntaxError
  return {
    type: error.name,
    ...(!quotes && { message: error.message }),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(table !== undefined && { table }),
  }
}
