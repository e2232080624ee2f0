import { ConfigurationError } from '../errors/errors.ts'

type OptionType = 'string' | 'number' | 'boolean' | 'function' | 'object' | 'string or function'

const sharedTypes = {
  timeoutMs: 'number',
  totalTimeoutMs: 'number',
  retries: 'number',
  headers: 'object',
} as const

/** The options of a client, with what each is. */
export const clientOptionTypes: Readonly<Record<string, OptionType>> = {
  ...sharedTypes,
  apiKey: 'string or function',
  appInfo: 'object',
  baseUrl: 'string',
  fetch: 'function',
  observer: 'function',
  strict: 'boolean',
}

/** The options of all calls: one object of them may serve several methods. */
export const callOptionTypes: Readonly<Record<string, OptionType>> = {
  ...sharedTypes,
  signal: 'object',
  idempotencyKey: 'string',
  expected: 'object',
  pageWaitMs: 'number',
  query: 'object',
  body: 'object',
}

/**
 * Checks what the compiler could not: a name that is no option would be ignored, a text would not be a time.
 *
 * @throws ConfigurationError naming the first option that is unknown or of another type
 */
export function checkOptions(options: object, types: Readonly<Record<string, OptionType>>): void {
  for (const [name, value] of Object.entries(options)) {
    const type = Object.hasOwn(types, name) ? types[name] : undefined
    if (type === undefined)
      throw reject(`${name} is not an option here. There are: ${Object.keys(types).join(', ')}.`)
    if (value !== undefined && (value === null || !type.split(' or ').includes(typeof value)))
      throw reject(`The option ${name} must be of type ${type}.`)
  }
  const { signal } = options as { readonly signal?: unknown }
  const isSignal = typeof signal === 'object' && signal !== null && 'aborted' in signal
  if (signal !== undefined && !isSignal) throw reject('The option signal must be an AbortSignal.')
}

const reject = (message: string) => new ConfigurationError({ code: 'invalid_option', message })
