/** Why something failed, without anything that a request carried. */
export interface Fault {
  /** The error's code, such as `invalid_credential`, `timeout` or `ECONNREFUSED`; `unexpected` without one. */
  readonly code: string
  /** The HTTP status, or null when there was none. */
  readonly status: number | null
  /** The service's id of the request, to quote to its support. */
  readonly requestId?: string | undefined
}

// Never a token or an API key, which a careless client may give as a code.
const codePattern = /^(?!shp|aff_)[A-Za-z][A-Za-z0-9_]{1,60}$/

/**
 * Takes from anything that was thrown only what cannot hold a secret. Never the message: an error of someone
 * else's client may quote the request it failed with.
 */
export function toFault(thrown: unknown): Fault {
  try {
    const { code, status, requestId } = toRecord(thrown)
    return {
      code: typeof code === 'string' && codePattern.test(code) ? code : 'unexpected',
      status: isStatus(status) ? status : null,
      requestId: typeof requestId === 'string' ? requestId : undefined,
    }
  } catch {
    // Even looking at what was thrown may throw.
    return { code: 'unexpected', status: null }
  }
}

/** Views anything as a record, so that its members can be looked at one by one. */
export function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

/** Tells whether a value is an HTTP status. */
export function isStatus(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 599
}
