import type * as z from 'zod/mini'

/**
 * Says what is wrong with a value, in the words of zod's English. The lean form of zod has no messages of its own, and
 * zod's has those of every format and language feature: 1 kB that each client would carry.
 */
export function describeZodIssue(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `Invalid input: expected ${issue.expected}, received ${nameType(issue.input)}`
    case 'invalid_value': {
      const values = issue.values.map((value) => (typeof value === 'string' ? `"${value}"` : String(value)))
      return values.length === 1
        ? `Invalid input: expected ${values[0]}`
        : `Invalid option: expected one of ${values.join('|')}`
    }
    case 'too_big':
      return `Too big: expected ${describeBound(issue, issue.inclusive ? '<=' : '<', issue.maximum)}`
    case 'too_small':
      return `Too small: expected ${describeBound(issue, issue.inclusive ? '>=' : '>', issue.minimum)}`
    case 'invalid_format':
      // Every other format of the contract has words of its own.
      return `Invalid ${issue.format === 'guid' ? 'GUID' : issue.format}`
    default:
      return 'Invalid input'
  }
}

const unitsByOrigin: Readonly<Record<string, string>> = { string: 'characters', array: 'items' }

function describeBound(
  { origin }: { readonly origin: string },
  relation: string,
  bound: number | bigint,
): string {
  const unit = unitsByOrigin[origin]
  return unit === undefined
    ? `${origin} to be ${relation}${bound}`
    : `${origin} to have ${relation}${bound} ${unit}`
}

const nameType = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
