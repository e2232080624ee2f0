import {
  bodyRejections,
  commonRejections,
  type Example,
  type Rejections,
  rejection,
} from '../../lib/openapi-rejections.ts'
import type { SaveTermsRequest, TermsVersion } from '../../lib/terms.ts'
import { exampleIds } from '../definitions/example-row.ts'

const commission = {
  summary: 'Commission of 20 % on subscriptions for a year, with an install reward of 5 US dollars',
  value: {
    rules: {
      basis: 'net',
      rateBps: 2000,
      cpi: { amountMinor: '500', currency: 'USD' },
      includedSaleKinds: ['subscription_sale', 'usage_sale'],
      durationMonths: 12,
      holdDays: 30,
      threshold: { amountMinor: '5000', currency: 'USD' },
      windowDays: 30,
      allowExistingShops: false,
      allowManualClaims: true,
      thresholds: [
        { amountMinor: '5000', currency: 'USD' },
        { amountMinor: '8000', currency: 'JPY' },
        { amountMinor: '15000', currency: 'KWD' },
      ],
    },
  },
} satisfies Example<SaveTermsRequest>

const installRewardOnly = {
  summary: 'An install reward and no commission, for an unlimited time',
  value: {
    rules: {
      basis: 'gross',
      rateBps: 0,
      cpi: { amountMinor: '1000', currency: 'EUR' },
      includedSaleKinds: [],
      durationMonths: null,
      holdDays: 0,
      threshold: { amountMinor: '0', currency: 'EUR' },
      windowDays: 90,
      allowExistingShops: true,
      allowManualClaims: false,
    },
  },
} satisfies Example<SaveTermsRequest>

const saved = {
  summary: 'The saved version; `thresholds` is sorted by currency',
  value: {
    id: '019a3c5e-7d10-7c3a-9b52-4c8d1e2f3a41',
    programId: exampleIds.programId,
    target: { kind: 'membership', id: exampleIds.membershipId },
    rules: {
      ...commission.value.rules,
      thresholds: [
        { amountMinor: '8000', currency: 'JPY' },
        { amountMinor: '15000', currency: 'KWD' },
        { amountMinor: '5000', currency: 'USD' },
      ],
    },
    effectiveAt: '2026-11-21T09:30:00.000Z',
    createdAt: '2026-11-21T09:30:00.000Z',
    supersedes: null,
    createdBy: '0199f0c2-1d80-7c33-ac03-7f8091a2b3c4',
  },
} satisfies Example<TermsVersion>

const rejections = {
  ...bodyRejections(rejection),
  invalid_request: rejection('invalid_request', 'The body has invalid fields. See errors.', [
    {
      pointer: '/rules/rateBps',
      code: 'too_big',
      message: 'Too big: expected number to be <=10000',
    },
    {
      pointer: '/rules/cpi/currency',
      code: 'unsupported_currency',
      message: 'A supported ISO 4217 settlement currency in upper case, such as USD.',
    },
  ]),
  invalid_parameter: rejection('invalid_parameter', 'The membership id in the path must be a UUID.', [
    { parameter: 'id', code: 'invalid_format', message: 'A record id (UUID).' },
  ]),
  invalid_idempotency_key: rejection(
    'invalid_idempotency_key',
    '1 to 255 visible ASCII characters, sent once.',
    [
      {
        header: 'Idempotency-Key',
        code: 'invalid_format',
        message: '1 to 255 visible ASCII characters, sent once.',
      },
    ],
  ),
  terms_rejected: rejection('terms_rejected', 'The terms break a business rule. See errors.', [
    {
      pointer: '/rules/cpi/amountMinor',
      code: 'zero_rate_needs_cpi',
      message: 'With a rate of 0 the install reward must be above 0.',
    },
    {
      pointer: '/rules/thresholds',
      code: 'primary_threshold_missing',
      message: 'The primary threshold must be among the thresholds.',
    },
  ]),
  ...commonRejections(rejection),
  scope_denied: rejection('scope_denied', 'The API key needs the scope terms:write.'),
  idempotency_key_reused: rejection(
    'idempotency_key_reused',
    'This key belongs to a request with another body. Use a new key for a new action.',
  ),
  idempotency_key_in_progress: rejection(
    'idempotency_key_in_progress',
    'The first request with this key has not finished. Send the same request again shortly.',
  ),
} satisfies Rejections

/** Examples of saving terms (interface 4.1). */
export const saveTermsExamples = {
  pathId: saved.value.target.id,
  idempotencyKey: 'terms-2026-11-21-0001',
  requests: {
    commission,
    installRewardOnly,
    scheduled: {
      summary: 'The same commission from a later time on',
      value: { ...commission.value, effectiveAt: '2027-01-01T00:00:00+01:00' },
    } satisfies Example<SaveTermsRequest>,
  },
  responses: {
    saved,
    replayed: {
      summary:
        'A retry with the same key and body: the same bytes, and the header `Idempotency-Replayed: true`',
      value: saved.value,
    } satisfies Example<TermsVersion>,
  },
  rejections,
}
