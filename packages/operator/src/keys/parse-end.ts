import { UsageError } from '../command-line/operator-error.ts'
import { parseTimeMs, type ValueParser } from '../command-line/parse-value.ts'

/** Reads when a key ends, in milliseconds since 1970. */
export const parseEndMs =
  (name: string): ValueParser<number> =>
  (text) => {
    const endsAtMs = parseTimeMs(name)(text)
    if (endsAtMs <= Date.now()) throw new UsageError(`${name}: A time in the future.`)
    return endsAtMs
  }
