import { errorCatalogue } from './errors.ts'
import { contactFieldNames, uninstallWatchOutcomes } from './identify.ts'
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

/** The words on every named schema, with the section of the interface it comes from. */
export const componentNotes: Readonly<Record<ComponentName, ComponentNote>> = {
  ...termsNotes,
  PayoutSummary: {
    description: 'One payout in a list (interface 2.4). Further members may come.',
    members: {
      ...recordIds,
      kind: text('Always `payouts` in this list.'),
      name: text('The name of the program.'),
      status: {
        description: 'Derived state of payment and confirmation (interface 3). Further values may come.',
        examples: payoutStatuses,
      },
      amount: text('What is to be paid.'),
      unpaid: text('What nobody has reported as paid, in the same currency.'),
    },
  },
  PayoutsPage: {
    description: 'The list envelope (interface 2.5).',
    members: {
      items: { description: 'The rows, newest first.', maxItems: limits.pageRowsMax },
      nextCursor: text('Send it back as `cursor` for the next page. Null exactly when there is none.'),
    },
  },
  IdentifyRequest: {
    description:
      'The contact of a shop, or a token to read it with (interface 4.3). Texts are trimmed. There must be ' +
      'something to identify: a token, or at least one contact field.',
    dependentRequired: { accessToken: ['appId'] },
    anyOf: ['accessToken', ...contactFieldNames].map((name) => ({ title: name, required: [name] })),
    members: {
      myshopifyDomain: text('The permanent domain of the shop on the platform. Upper case is lowered.'),
      accessToken: text('Transient access token of the platform. Used once, never stored.'),
      appId: text("The id of the caller's app. Required together with `accessToken`."),
      email: { description: 'E-mail address of the shop.', format: 'email' },
      ownerName: text('Name of the owner.'),
      country: text('Name of the country.'),
      shopifyPlan: text('Display name of the plan.'),
      phone: text('Phone number: opt-in, absent by default.'),
    },
  },
  IdentifyAnswer: {
    description:
      'A call succeeded only with a 2xx status and `ok: true` (interface 4.3). Further members may come.',
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
