import { errorCatalogue } from './errors.ts'
import { uninstallWatchOutcomes } from './identify.ts'
import { limits } from './limits.ts'
import { type ComponentNote, recordIds, termsNotes, text } from './openapi-notes-terms.ts'
import type { ComponentName } from './openapi-schemas.ts'
import { payoutStatuses } from './payouts.ts'

const problem = {
  type: {
    description: 'Where the error is documented, relative to the service: `/docs/errors/<code>`.',
    format: 'uri-reference',
  },
  title: text('The error in a few words, the same for every occurrence.'),
  status: { description: 'The HTTP status.', minimum: 400, maximum: 599 },
  detail: text('What was refused, and what is allowed. Never a value that was sent.'),
  code: {
    description: 'The stable code to branch on. Further codes may come: treat an unknown one by its status.',
    examples: Object.keys(errorCatalogue),
  },
  requestId: text('The same as the `X-Request-Id` header: name it when asking for help.'),
  errors: text('Every fault of the request, where there is more to tell than the code.'),
}

const ok = text('Always false in a refusal: on this endpoint `ok` and the status agree.')

// Patterns are written for every engine that a generator may use: ECMAScript without `u`, Python, RE2. Each takes all
// that the service takes: it trims texts, and reads domains in any case.
const tokenless = {
  myshopifyDomain: {
    description: 'The permanent domain of the shop on the platform. Upper case is lowered.',
    pattern: '^[A-Za-z0-9][A-Za-z0-9-]{0,62}\\.[Mm][Yy][Ss][Hh][Oo][Pp][Ii][Ff][Yy]\\.[Cc][Oo][Mm]$',
  },
  appId: text("The id of the caller's app."),
}

const tokenFields = {
  ...tokenless,
  accessToken: {
    description: 'Transient access token of the platform. Used once, never stored.',
    pattern: '^\\s*[\\x21-\\x7e]+\\s*$',
  },
}

const pattern = '^[^\\x00-\\x1f\\x7f-\\x9f]*$'

const contactFields = {
  email: {
    description: 'E-mail address of the shop.',
    pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$',
    format: undefined,
    examples: ['owner@example.com'],
  },
  ownerName: { description: 'Name of the owner.', pattern },
  country: { description: 'Name of the country.', pattern },
  shopifyPlan: { description: 'Display name of the plan.', pattern },
  phone: { description: 'Phone number: opt-in, absent by default.', pattern },
}

/** The words on every named schema. */
export const componentNotes: Readonly<Record<ComponentName, ComponentNote>> = {
  ...termsNotes,
  PayoutSummary: {
    description: 'One payout in a list. Further members may come.',
    members: {
      ...recordIds,
      kind: text('Always `payouts` in this list.'),
      name: text('The name of the program.'),
      status: {
        description: 'Derived state of payment and confirmation. Further values may come.',
        examples: payoutStatuses,
      },
      amount: text('What is to be paid.'),
      unpaid: text('What nobody has reported as paid, in the same currency.'),
    },
  },
  PayoutsPage: {
    description: 'The list envelope.',
    members: {
      items: { description: 'The rows, newest first.', maxItems: limits.pageRowsMax },
      nextCursor: text('Send it back as `cursor` for the next page. Null exactly when there is none.'),
    },
  },
  InstallIdentification: {
    description: 'At install: a token to read the contact with.',
    members: tokenFields,
  },
  BackfillIdentification: {
    description:
      'In a backfill: a token, and at least one contact field for what cannot be read with it. Texts are trimmed.',
    minProperties: 4,
    members: { ...tokenFields, ...contactFields },
  },
  UninstallIdentification: {
    description: 'At uninstall: at least one contact field, and no token. Texts are trimmed.',
    minProperties: 2,
    members: { ...tokenless, ...contactFields },
  },
  IdentifyRequest: {
    description: 'What to learn the contact of a shop from: a token, contact fields, or both.',
  },
  IdentifyAnswer: {
    description: 'A call succeeded only with a 2xx status and `ok: true`. Further members may come.',
    members: {
      ok: text("True: the shop's business contact is identified and stored."),
      requestId: text('The same as the `X-Request-Id` header.'),
      receiptId: text('The id of the append-only receipt of this call.'),
      contact: {
        description: 'Whether the contact was `read` from the platform or `provided` by the caller.',
        examples: ['read', 'provided'],
      },
      uninstallWatch: {
        description: 'What became of the uninstall watch. A failed watch does not undo the identification.',
        examples: uninstallWatchOutcomes,
      },
    },
  },
  Issue: {
    description: 'One fault of a request, at exactly one of `pointer`, `parameter` and `header`.',
    members: {
      pointer: { description: 'JSON Pointer into the body.', format: 'json-pointer' },
      parameter: text('Name of a path or query parameter; empty for one that is not known.'),
      header: text('Name of a header.'),
      code: text('Stable code of the fault.'),
      message: text('What is allowed.'),
    },
  },
  Problem: {
    description: 'Every refusal: a problem document of RFC 9457. Further members may come.',
    members: problem,
  },
  IdentifyProblem: {
    description: 'A refusal of the identify endpoint: a problem document that also says `ok: false`.',
    members: { ...problem, ok },
  },
  Liveness: { description: 'The process answers.', members: { status: text('Always `alive`.') } },
  Readiness: {
    description: 'Whether the service can do its work now, and if not, why.',
    members: {
      status: text('`ready` with status 200, `not_ready` with status 503.'),
      checks: text('Each check by name: whether it is well, the reason if not, and what it found.'),
    },
  },
}
