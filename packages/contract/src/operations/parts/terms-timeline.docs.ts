import type { Component } from '../../lib/openapi-notes.ts'
import { text } from '../../lib/openapi-notes.ts'
import { termsEntrySchema, termsStates } from './terms-timeline.ts'

/** The schema of a terms version within a record. */
export const termsComponent = {
  TermsEntry: {
    schema: termsEntrySchema,
    description: 'A terms version of the record itself. Further members may come.',
    members: {
      id: text('Id of the version.'),
      state: {
        description: '`applies` is the one in force; `past` ones were; `scheduled` ones take effect later.',
        examples: termsStates,
      },
      effectiveAt: text('When it takes effect.'),
      createdAt: text('When it was saved.'),
      actor: text('Who saved it: `key:<id>` or `operator:<name>`.'),
      supersedes: text('The version before it; null for the first.'),
      rules: text('The rules as saved.'),
    },
  },
} satisfies Readonly<Record<string, Component>>

const threshold = { amountMinor: '5000', currency: 'USD' }

/** A timeline with one version that is in force. */
export const exampleTerms = {
  items: [
    {
      id: '0199f0c2-2000-7a11-8a01-5d6e7f8091a2',
      state: 'applies',
      effectiveAt: '2026-03-01T09:30:00.000Z',
      createdAt: '2026-03-01T09:30:00.000Z',
      actor: 'operator:mia',
      supersedes: null,
      rules: {
        basis: 'net',
        rateBps: 2000,
        cpi: { amountMinor: '0', currency: 'USD' },
        includedSaleKinds: ['subscription_sale'],
        durationMonths: 12,
        holdDays: 30,
        threshold,
        windowDays: 30,
        allowExistingShops: false,
        allowManualClaims: false,
        thresholds: [threshold],
      },
    },
  ],
  total: 1,
}
