import { text } from '../../lib/openapi-notes.ts'
import { bodyRejections, commonRejections, rejection } from '../../lib/openapi-rejections.ts'
import type { OperationDocs } from '../definitions/operation.docs.ts'
import { attributionResponse, installBridgeTag, reportMembers } from './attribution-outcome.docs.ts'
import { reportEvidence } from './report-evidence.ts'

/** The words on telling which code a merchant typed. */
export const reportEvidenceDocs = {
  tag: installBridgeTag,
  summary: "Report the code that a shop's merchant typed",
  description:
    'Records that the merchant named the member who has this code, and decides who brought the shop. Safe to repeat: the ' +
    'same code again adds nothing. It may come before or after the install is reported.',
  success: { description: 'What is known now of who brought the shop.' },
  components: {
    EvidenceReport: {
      schema: reportEvidence.body,
      description: 'Which code was typed, and where.',
      members: {
        ...reportMembers,
        code: text(
          'The code as the merchant typed it, in upper or lower case. A code that nobody has is not an error.',
        ),
      },
    },
    AttributionResponse: attributionResponse,
  },
  examples: {
    requests: {
      code: {
        summary: 'A merchant typed a code',
        value: {
          appId: '019a2f6e-7c00-7b1e-9d5c-2f3c1b8e7a40',
          myshopifyDomain: 'example-shop.myshopify.com',
          code: 'mia',
        },
      },
    },
    responses: {
      candidate: {
        summary: 'The code is known, the install is not yet',
        value: { outcome: 'candidate', reason: null, referralId: null },
      },
      unknown: {
        summary: 'Nobody has the code',
        value: { outcome: 'unattributed', reason: 'unknown_code', referralId: null },
      },
    },
    rejections: {
      ...bodyRejections(rejection),
      invalid_request: rejection('invalid_request', 'The body does not have the required form.', [
        { pointer: '/code', code: 'invalid_value', message: 'No control characters.' },
      ]),
      ...commonRejections(rejection),
    },
  },
} satisfies OperationDocs
