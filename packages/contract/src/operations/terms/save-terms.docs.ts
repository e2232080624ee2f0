import { headerNames } from '../../lib/headers.ts'
import * as limits from '../../lib/limits.ts'
import type { OperationDocs } from '../definitions/operation.docs.ts'
import { termsComponents } from './save-terms.components.ts'
import { saveTermsExamples } from './save-terms.examples.ts'

/** The words on saving terms. */
export const saveTermsDocs = {
  tag: { name: 'Terms', description: 'Prospective terms of memberships.' },
  summary: 'Save prospective terms for a membership',
  description:
    'Saves a new version of the terms; it applies from `effectiveAt` on and never rewrites what was agreed for ' +
    'existing referrals. Validation has two steps: the form of the body (`invalid_request`), then ' +
    `the business rules (\`terms_rejected\`). The body may have at most ${limits.bodyBytesMax} bytes.`,
  parameters: [
    {
      name: 'id',
      in: 'path',
      required: true,
      description: "The membership's record id, of the caller's own app.",
      schema: { type: 'string', format: 'uuid' },
      example: saveTermsExamples.pathId,
    },
    {
      name: headerNames.idempotencyKey,
      in: 'header',
      description:
        'Visible ASCII characters. A new key for a new action; the same key with the same body for a retry, which ' +
        'gets the first response again and saves nothing. Optional: without it every request is an action of its own.',
      schema: { type: 'string', pattern: `^[\\x21-\\x7e]{1,${limits.idempotencyKeyCharactersMax}}$` },
      example: saveTermsExamples.idempotencyKey,
    },
  ],
  success: { description: 'The saved version.', occasionalHeaders: [headerNames.idempotencyReplayed] },
  components: termsComponents,
  examples: saveTermsExamples,
} satisfies OperationDocs
