import { text } from '../../lib/openapi-notes.ts'
import { bodyRejections, commonRejections, rejection } from '../../lib/openapi-rejections.ts'
import type { OperationDocs } from '../definitions/operation.docs.ts'
import { attributionResponse, installBridgeTag, reportMembers } from './attribution-outcome.docs.ts'
import { reportInstallEvent } from './report-install-event.ts'

/** The words on telling of an install or an uninstall. */
export const reportInstallEventDocs = {
  tag: installBridgeTag,
  summary: 'Report that a shop installed or removed the app',
  description:
    'Records the event, and decides who brought the shop if evidence is known. Safe to repeat: the same event again adds ' +
    'nothing. A time that lies ahead counts as the time of receipt.',
  success: { description: 'What is known now of who brought the shop.' },
  components: {
    InstallEventReport: {
      schema: reportInstallEvent.body,
      description: 'What happened, where, and when.',
      members: {
        ...reportMembers,
        kind: text('What the shop did.'),
        occurredAt: text('When, by the clock of the app.'),
      },
    },
    AttributionResponse: attributionResponse,
  },
  examples: {
    requests: {
      installed: {
        summary: 'A shop installed the app',
        value: {
          appId: '019a2f6e-7c00-7b1e-9d5c-2f3c1b8e7a40',
          myshopifyDomain: 'example-shop.myshopify.com',
          kind: 'installed',
          occurredAt: '2026-11-01T09:30:00Z',
        },
      },
    },
    responses: {
      attributed: {
        summary: 'A member brought the shop',
        value: {
          outcome: 'attributed',
          reason: null,
          referralId: '019a3c5f-5e00-7c33-ac03-7f8091a2b3c4',
        },
      },
      unattributed: {
        summary: 'Nobody is known to have brought it',
        value: { outcome: 'unattributed', reason: 'no_evidence', referralId: null },
      },
    },
    rejections: {
      ...bodyRejections(rejection),
      invalid_request: rejection('invalid_request', 'The body does not have the required form.', [
        { pointer: '/kind', code: 'invalid_value', message: 'installed or uninstalled.' },
      ]),
      ...commonRejections(rejection),
    },
  },
} satisfies OperationDocs
