import { text } from '../../lib/openapi-notes.ts'
import {
  bodyRejections,
  commonRejections,
  exampleRequestId,
  rejection,
} from '../../lib/openapi-rejections.ts'
import type { OperationDocs } from '../definitions/operation.docs.ts'
import { identifyDocs } from './identify.docs.ts'
import { redactShop } from './redact-shop.ts'

const { myshopifyDomain } = identifyDocs.components.InstallIdentification.members

/** The words on erasing a shop. */
export const redactShopDocs = {
  tag: identifyDocs.tag,
  summary: "Erase a shop's business contact",
  description:
    'Deletes the contact and the uninstall watches of a shop, for the topic `shop/redact` of the commerce platform. Safe ' +
    'to repeat; an unknown shop is a success too. Receipts keep their time and outcome, without the domain.',
  success: { description: 'Nothing is known of the contact any more.' },
  components: {
    RedactShopRequest: {
      schema: redactShop.body,
      description: 'The shop to erase.',
      members: { myshopifyDomain },
    },
    RedactShopResponse: {
      schema: redactShop.response,
      description: 'A call succeeded only with a 2xx status and `ok: true`. Further members may come.',
      members: {
        ok: text('True: the shop is erased.'),
        requestId: text('The same as the `X-Request-Id` header.'),
      },
    },
  },
  examples: {
    requests: {
      shop: {
        summary: 'A shop, by its permanent domain',
        value: { myshopifyDomain: 'example-shop.myshopify.com' },
      },
    },
    responses: {
      erased: { summary: 'The shop is erased', value: { ok: true, requestId: exampleRequestId } },
    },
    rejections: {
      ...bodyRejections(rejection),
      invalid_request: rejection('invalid_request', 'The body does not have the required form.', [
        {
          pointer: '/myshopifyDomain',
          code: 'invalid_format',
          message: 'A shop domain such as example.myshopify.com: no scheme, port, path or dot after it.',
        },
      ]),
      ...commonRejections(rejection),
    },
  },
} satisfies OperationDocs
