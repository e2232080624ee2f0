import { currencyCodes } from '../lib/currencies.ts'
import { errorCatalogue, issueSchema, problemSchema } from '../lib/errors.ts'
import * as limits from '../lib/limits.ts'
import { currencySchema, moneyResponseSchema, moneySchema } from '../lib/money.ts'
import { type Component, text } from '../lib/openapi-notes.ts'
import { identifyProblemSchema } from '../operations/shops/identify.components.ts'
import { livenessSchema, readinessSchema } from './schemas.ts'

const amountMinor = text(
  `Whole number of minor units as text, at most ${limits.amountDigitsMax} digits, without leading zeros. ` +
    'The currency fixes the scale: "1999" is 19.99 USD, 1999 JPY or 1.999 KWD.',
)

const problem = {
  type: {
    description: 'Where the error is documented, relative to the service: `/docs/errors/<code>`.',
    format: 'uri-reference',
  },
  title: text('The error in a few words, the same for every occurrence.'),
  status: { description: 'The HTTP status.', minimum: 400, maximum: 599 },
  detail: text('What was rejected, and what is allowed. Never a value that was sent.'),
  code: {
    description: 'The stable code to branch on. Further codes may come: treat an unknown one by its status.',
    examples: Object.keys(errorCatalogue),
  },
  requestId: text('The same as the `X-Request-Id` header: name it when asking for help.'),
  errors: text('Every issue of the request, if there is more to say than the code.'),
}

const ok = text('Always false in a rejection: on this endpoint `ok` and the status agree.')

/** The schemas that the document names for more than one operation, and those of its public endpoints. */
export const sharedComponents = {
  CurrencyCode: {
    schema: currencySchema,
    description: 'A settlement currency of ISO 4217, upper case.',
    enum: currencyCodes,
  },
  Money: {
    schema: moneySchema,
    description: 'An exact, nonnegative amount of one currency.',
    members: { amountMinor, currency: text('Settlement currency.') },
  },
  MoneyResponse: {
    schema: moneyResponseSchema,
    description: 'An exact, nonnegative amount of one currency.',
    members: {
      amountMinor,
      currency: text('Settlement currency, three upper-case letters. New currencies may come.'),
    },
  },
  Issue: {
    schema: issueSchema,
    description: 'One issue of a request, at exactly one of `pointer`, `parameter` and `header`.',
    members: {
      pointer: { description: 'JSON Pointer into the body.', format: 'json-pointer' },
      parameter: text('Name of a path or query parameter; empty for one that is not known.'),
      header: text('Name of a header.'),
      code: text('Stable code of the issue.'),
      message: text('What is allowed.'),
    },
  },
  Problem: {
    schema: problemSchema,
    description: 'Every rejection: a problem document of RFC 9457. Further members may come.',
    members: problem,
  },
  IdentifyProblem: {
    schema: identifyProblemSchema,
    description: 'A rejection of the identify endpoint: a problem document that also says `ok: false`.',
    members: { ...problem, ok },
  },
  Liveness: {
    schema: livenessSchema,
    description: 'The process responds.',
    members: { status: text('Always `alive`.') },
  },
  Readiness: {
    schema: readinessSchema,
    description: 'Whether the service can do its work now, and if not, why.',
    members: {
      status: text('`ready` with status 200, `not_ready` with status 503.'),
      checks: text('Each check by name: whether it passed, the reason if not, and what it found.'),
    },
  },
} satisfies Readonly<Record<string, Component>>
