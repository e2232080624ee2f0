import type {
  BackfillIdentification,
  IdentifyResponse,
  InstallIdentification,
  UninstallIdentification,
} from '../../lib/identify.ts'
import {
  bodyRejections,
  commonRejections,
  type Example,
  exampleRequestId,
  identifyRejection,
  type Rejections,
} from '../../lib/openapi-rejections.ts'
import { exampleIds } from '../definitions/example-row.ts'

const myshopifyDomain = 'example-shop.myshopify.com'
const accessToken = 'shpat_example_access_token'
const { appId } = exampleIds

const contact = {
  email: 'owner@example.com',
  ownerName: 'Robin Example',
  country: 'Denmark',
  shopifyPlan: 'Basic',
}

const requests = {
  install: {
    summary: 'Install: the service reads the contact itself with the transient token',
    value: { myshopifyDomain, accessToken, appId },
  } satisfies Example<InstallIdentification>,
  backfill: {
    summary: 'Backfill: the contact that the caller has read, and a token for the watch',
    value: { myshopifyDomain, accessToken, appId, ...contact },
  } satisfies Example<BackfillIdentification>,
  uninstall: {
    summary: 'Uninstall: only the contact, no token',
    value: { myshopifyDomain, ...contact },
  } satisfies Example<UninstallIdentification>,
}

const receiptId = '019a3c61-0000-7e55-8e05-91a2b3c4d5e6'
const identified = { ok: true, requestId: exampleRequestId, receiptId }

const responses = {
  read: {
    summary: 'The contact was read from the platform, and the watch was registered',
    value: { ...identified, contact: 'read', uninstallWatch: 'registered' },
  },
  readAgain: {
    summary: 'A repeated call: the watch already existed',
    value: { ...identified, contact: 'read', uninstallWatch: 'already_registered' },
  },
  providedWithToken: {
    summary: 'The platform rejected the token, so the sent contact was stored and there is no watch',
    value: { ...identified, contact: 'provided', uninstallWatch: 'denied' },
  },
  provided: {
    summary: 'The sent contact was stored; without a token no watch was asked for',
    value: { ...identified, contact: 'provided', uninstallWatch: 'not_requested' },
  },
} satisfies Record<string, Example<IdentifyResponse>>

const rejections = {
  ...bodyRejections(identifyRejection),
  invalid_request: identifyRejection('invalid_request', 'The body has invalid fields. See errors.', [
    {
      pointer: '/myshopifyDomain',
      code: 'invalid_format',
      message: 'A shop domain such as example.myshopify.com: no scheme, port, path or dot after it.',
    },
  ]),
  nothing_to_identify: identifyRejection('nothing_to_identify', 'The request has no token and no contact.', [
    {
      pointer: '',
      code: 'nothing_to_identify',
      message:
        'Send accessToken with appId, or at least one of email, ownerName, country, shopifyPlan, phone.',
    },
  ]),
  platform_token_rejected: identifyRejection(
    'platform_token_rejected',
    'The commerce platform does not accept the access token. Send a current one.',
    [{ pointer: '/accessToken', code: 'platform_token_rejected', message: 'A token that is valid now.' }],
  ),
  ...commonRejections(identifyRejection),
  platform_access_denied: identifyRejection(
    'platform_access_denied',
    'The platform knows the token but denies access: a scope is missing, or its IP allowlist does not include this service.',
  ),
  platform_shop_unavailable: identifyRejection(
    'platform_shop_unavailable',
    'The shop is closed, frozen or locked on the platform.',
  ),
  platform_shop_mismatch: identifyRejection(
    'platform_shop_mismatch',
    'The access token belongs to another shop or to another app.',
  ),
  platform_unavailable: identifyRejection(
    'platform_unavailable',
    'The platform did not respond in time. Send the request again later.',
  ),
} satisfies Rejections

/** Examples of identifying a shop's contact (interface 4.3), in its three variants. */
export const identifyExamples = { requests, responses, rejections }
