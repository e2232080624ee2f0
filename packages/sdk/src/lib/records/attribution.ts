import type { Later } from './later.ts'

/**
 * What an app tells of a shop that came or went.
 *
 * @example const event: InstallEventReport = { appId: fakeIds.appId, myshopifyDomain: 'a.myshopify.com', kind: 'installed', occurredAt: new Date() }
 */
export interface InstallEventReport {
  /** The id (UUID) of your app on the affiliate platform. */
  readonly appId: string
  /** The shop's domain, `<name>.myshopify.com`. */
  readonly myshopifyDomain: string
  /** What the shop did. */
  readonly kind: 'installed' | 'uninstalled'
  /** When, by your app's clock: a `Date`, or RFC 3339 text. One that lies ahead counts as the time of receipt. */
  readonly occurredAt: string | Date
}

/**
 * Which code a merchant typed into your app.
 *
 * @example const evidence: EvidenceReport = { appId: fakeIds.appId, myshopifyDomain: 'a.myshopify.com', code: 'mia' }
 */
export interface EvidenceReport {
  /** The id (UUID) of your app on the affiliate platform. */
  readonly appId: string
  /** The shop's domain, `<name>.myshopify.com`. */
  readonly myshopifyDomain: string
  /** As it was typed, in any letter case; at most 128 characters. */
  readonly code: string
}

/**
 * What is known of who brought a shop, after a report. Members that this version does not know are kept: `extra` reads
 * them.
 *
 * @example const isReferred = (response: AttributionResponse) => response.referralId !== null
 */
export interface AttributionResponse {
  /**
   * `attributed`: a member brought the shop, and now has a referral. `already_referred`: it has one, which this report
   * did not change. `candidate`: a member is named, and the install is not known yet. `existing_shop`: the shop had the
   * app before. `case`: a person decides. `unattributed`: nothing that counts names a member. `recorded`: it was an
   * uninstall.
   */
  readonly outcome:
    | 'attributed'
    | 'candidate'
    | 'unattributed'
    | 'already_referred'
    | 'existing_shop'
    | 'case'
    | 'recorded'
    | Later
  /** Why, as a code such as `unknown_code`; null where there is no more to say. */
  readonly reason: string | null
  /** The shop's referral; null without one. */
  readonly referralId: string | null
}
