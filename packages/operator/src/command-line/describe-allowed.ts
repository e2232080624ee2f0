import type * as z from 'zod'

const kinds: Readonly<Record<string, string>> = {
  ...{ string: 'A text', number: 'A number', int: 'A whole number', boolean: 'true or false' },
  ...{ array: 'A list', object: 'An object', record: 'An object', null: 'null' },
}

const units: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' }

/** Says what is allowed in a file where its schema has no words of its own: a validator names what it expected. */
export function describeAllowed(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `${kinds[issue.expected] ?? issue.expected}.`
    case 'invalid_value':
      return `One of: ${issue.values.join(', ')}.`
    case 'too_big':
      return `At most ${issue.maximum}${units[issue.origin] ?? ''}.`
    case 'too_small':
      return `At least ${issue.minimum}${units[issue.origin] ?? ''}.`
    case 'invalid_format':
      return issue.format === 'regex'
        ? `A text such as ${issue.pattern}.`
        : `A text in the form of a ${issue.format}.`
    case 'unrecognized_keys':
      return `Remove what is not known: ${issue.keys.join(', ')}.`
    default:
      return 'Another value.'
  }
}
