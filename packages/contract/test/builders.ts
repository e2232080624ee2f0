import { type IdentifyRequest, type Issue, parseBody, type TermsRules } from '@affiliate-platform/contract'
import type * as z from 'zod/mini'

/** Terms rules that pass both steps; a test changes only what it is about. */
export function buildRules(changes: Readonly<Record<string, unknown>> = {}): TermsRules {
  const rules: TermsRules = {
    basis: 'gross',
    rateBps: 2000,
    cpi: { amountMinor: '0', currency: 'USD' },
    includedSaleKinds: ['subscription_sale'],
    durationMonths: 12,
    holdDays: 30,
    threshold: { amountMinor: '5000', currency: 'USD' },
    windowDays: 30,
    allowExistingShops: false,
    allowManualClaims: false,
  }
  return { ...rules, ...changes }
}

/** An identify request of the uninstall variant. */
export function buildIdentify(changes: Readonly<Record<string, unknown>> = {}): IdentifyRequest {
  return { myshopifyDomain: 'example-shop.myshopify.com', email: 'owner@example.com', ...changes }
}

/** An amount in US dollars, in cents. */
export const usd = (amountMinor: string) => ({ amountMinor, currency: 'USD' })

/** The code of each issue at its location, such as `/rules/rateBps too_big`; empty when the body is accepted. */
export function issuesOf(schema: z.core.$ZodType, body: unknown): readonly string[] {
  const checked = parseBody(schema, body)
  return checked.ok ? [] : checked.issues.map(describeIssue)
}

/** An issue as `location code`. */
export function describeIssue(issue: Issue): string {
  const location =
    'pointer' in issue ? issue.pointer : 'parameter' in issue ? issue.parameter : `header ${issue.header}`
  return `${location} ${issue.code}`.trim()
}
