import { text } from '../../lib/openapi-notes.ts'
import { commonRejections, rejection } from '../../lib/openapi-rejections.ts'
import type { OperationDocs } from '../definitions/operation.docs.ts'
import { redeemSetupCode } from './redeem-setup-code.ts'

/** The words on redeeming a setup code. */
export const redeemSetupCodeDocs = {
  tag: { name: 'Setup', description: 'Connecting an app to the platform.' },
  summary: 'Redeem a setup code',
  description:
    'Makes the workspace key that a setup code was issued for, and names the app. The code is sent like a key, as ' +
    '`Authorization: Bearer <setup code>`; the request has no body. A code works once, within 15 minutes. After that it ' +
    'is rejected like one that never was: if the response was lost, ask for another code.',
  success: { description: 'The key. It is in this response only.' },
  components: {
    RedeemSetupCodeResponse: {
      schema: redeemSetupCode.response,
      description: 'What the app needs to identify shops. Further members may come.',
      members: {
        apiKey: text('The workspace API key. Keep it on the server; it is stored nowhere else.'),
        keyId: text('The id under which an operator lists, rotates and revokes the key.'),
        appId: text("The app's id, for `appId` of identify."),
        appName: text('What the operator calls the app.'),
      },
    },
  },
  examples: {
    responses: {
      redeemed: {
        summary: 'A key for one app',
        value: {
          apiKey: 'aff_workspace_…',
          keyId: '019a2f6e-7c00-7b1e-9d5c-2f3c1b8e7a41',
          appId: '019a2f6e-7c00-7b1e-9d5c-2f3c1b8e7a40',
          appName: 'Bright Reviews',
        },
      },
    },
    rejections: {
      ...commonRejections(rejection),
      invalid_credential: rejection('invalid_credential', 'The setup code is unknown, used or expired.'),
    },
  },
} satisfies OperationDocs
