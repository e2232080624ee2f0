import type { Report } from '../report.ts'
import type { UnhandledResult, WebhookOptions } from '../webhook/webhook-options.ts'

/** A topic that every app of the App Store must handle. */
export type ComplianceTopic = 'customers/data_request' | 'customers/redact' | 'shop/redact'

/** What the law asks of the app about a shop. */
export interface ShopRequest {
  /** The shop's domain, `<name>.myshopify.com`. */
  readonly shop: string
  /** When it was asked; undefined when the delivery does not say. */
  readonly triggeredAt: Date | undefined
  /** The verified payload, as Shopify documents it for the topic. */
  readonly payload: Readonly<Record<string, unknown>>
}

/** What the law asks of the app about a customer of a shop. */
export interface CustomerRequest extends ShopRequest {
  /** The customer, as far as the payload says. */
  readonly customer: {
    readonly id: number | undefined
    readonly email: string | undefined
    readonly phone: string | undefined
  }
  /** The orders whose data is asked for, or is to be deleted. */
  readonly orderIds: readonly number[]
}

/** What can fail of a delivery: the app's callback, the ledger, or the affiliate platform. */
export type ComplianceStage = 'callback' | 'ledger' | 'service'

/** What became of a delivery; it holds no data of a customer. */
export type ComplianceResult =
  | UnhandledResult
  /** The app's callback is done, or there is none. */
  | { readonly outcome: 'handled'; readonly shop: string; readonly topic: ComplianceTopic }
  /** Sent with 500, so that the platform delivers again. */
  | {
      readonly outcome: 'failed'
      readonly shop: string
      readonly topic: ComplianceTopic
      readonly stage: ComplianceStage
      readonly code: string
    }

/**
 * Options of `handleCompliance`. Leave out a callback if the app keeps no such data. What one throws is
 * responded with 500, and the platform delivers again.
 */
export interface ComplianceOptions extends WebhookOptions {
  /** A customer asks what the app keeps about them: the shop's owner must get it from you within 30 days. */
  readonly onCustomerDataRequest?: (request: CustomerRequest) => void | Promise<void>
  /** Deletes what the app keeps about a customer, within 30 days. */
  readonly onCustomerRedact?: (request: CustomerRequest) => void | Promise<void>
  /** Deletes what the app keeps about a shop, 48 hours after its uninstall. Its install leaves the ledger then. */
  readonly onShopRedact?: (request: ShopRequest) => void | Promise<void>
  /** Gets each result. Default: failures are shown once each as process warnings. */
  readonly onResult?: Report<ComplianceResult>
}
