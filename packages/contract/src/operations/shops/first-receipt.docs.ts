import { text } from '../../lib/openapi-notes.ts'
import { commonRejections, rejection } from '../../lib/openapi-rejections.ts'
import type { OperationDocs } from '../definitions/operation.docs.ts'
import { firstReceipt } from './first-receipt.ts'
import { identifyDocs } from './identify.docs.ts'

/** The words on the first receipt of an app. */
export const firstReceiptDocs = {
  tag: identifyDocs.tag,
  summary: 'Find the first receipt of an app since a time',
  description:
    'Whether an identify call of the app has arrived, to verify that it is set up. It looks back 15 minutes at most; ' +
    'send `asOf` of the first response as `since` of the next one, so that no clock but that of the service counts.',
  parameters: [
    {
      name: 'appId',
      in: 'query',
      required: true,
      description: "The id of the caller's app.",
      schema: { type: 'string', format: 'uuid' },
      example: '019a2f6e-7c00-7b1e-9d5c-2f3c1b8e7a40',
    },
    {
      name: 'since',
      in: 'query',
      required: true,
      description: 'Receipts before this time do not count.',
      schema: { type: 'string', format: 'date-time' },
      example: '2026-11-01T09:30:00Z',
    },
  ],
  success: { description: 'The time of the service, and the receipt if there is one.' },
  components: {
    FirstReceiptResponse: {
      schema: firstReceipt.response,
      description: 'Further members may come.',
      members: {
        asOf: text('The time of the service.'),
        receipt: text(
          'The receipt; absent where there is none yet. `outcome` is `identified`, or the code of the rejection.',
        ),
      },
    },
  },
  examples: {
    responses: {
      arrived: {
        summary: 'A shop was identified',
        value: {
          asOf: '2026-11-01T09:31:12.000Z',
          receipt: {
            id: '019a2f6e-7c00-7b1e-9d5c-2f3c1b8e7a42',
            shopDomain: 'example.myshopify.com',
            outcome: 'identified',
            createdAt: '2026-11-01T09:31:10.250Z',
          },
        },
      },
      none: { summary: 'None yet', value: { asOf: '2026-11-01T09:30:00.000Z' } },
    },
    rejections: {
      ...commonRejections(rejection),
      invalid_parameter: rejection('invalid_parameter', 'The query has invalid parameters.', [
        { parameter: 'appId', code: 'invalid_format', message: 'An app id (UUID).' },
      ]),
    },
  },
} satisfies OperationDocs
