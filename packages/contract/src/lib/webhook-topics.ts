import type { CaseAnswer } from './case-kinds.ts'
import type { Money } from './money.ts'

interface OfMember {
  readonly appId: string
  readonly membershipId: string
}

interface OfPayout extends OfMember {
  readonly payoutId: string
}

/** What a webhook tells, by its topic: ids and amounts, and of nobody anything that erasure would have to reach (D400). */
export interface WebhookData {
  'referral.created': OfMember & { readonly referralId: string }
  'referral.voided': OfMember & { readonly referralId: string }
  'case.opened': OfMember & { readonly caseId: string; readonly kind: string }
  'case.decided': OfMember & {
    readonly caseId: string
    readonly kind: string
    readonly decision: CaseAnswer
    /** The referral that the shop has afterwards; null where it has none. */
    readonly referralId: string | null
  }
  /** Once for each posting of a shop's sales and each referral, however many commissions that are. */
  'commission.posted': OfMember & {
    readonly referralId: string
    readonly commissions: number
    /** What they come to, by currency: below zero where more was taken back than earned. */
    readonly amounts: readonly Money[]
  }
  'payout_run.frozen': { readonly runId: string; readonly payouts: number }
  'payout.reported': OfPayout & { readonly reportId: string; readonly amount: Money }
  'payout.confirmed': OfPayout & {
    readonly reportId: string
    readonly confirmationId: string
    readonly amount: Money
  }
  'payout.disputed': OfPayout & { readonly reportId: string; readonly disputeId: string }
  'payout.voided': OfPayout
}

/** What a webhook can be about. */
export type WebhookTopic = keyof WebhookData

const topics: Readonly<Record<WebhookTopic, 'app' | 'workspace'>> = {
  'referral.created': 'app',
  'referral.voided': 'app',
  'case.opened': 'app',
  'case.decided': 'app',
  'commission.posted': 'app',
  'payout_run.frozen': 'workspace',
  'payout.reported': 'app',
  'payout.confirmed': 'app',
  'payout.disputed': 'app',
  'payout.voided': 'app',
}

/** Everything that a webhook can be about. */
export const webhookTopics = Object.keys(topics) as readonly WebhookTopic[]

/** What is about one app, and can be told to an endpoint of that app. */
export const appWebhookTopics = webhookTopics.filter((topic) => topics[topic] === 'app')
