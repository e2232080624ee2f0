import type { UninstallWatchOutcome } from '@affiliate-platform/contract'
import { hasContact, mergeContact, type ShopContact } from '@affiliate-platform/platform/contacts'
import type { CommercePlatform, PlatformRejection } from './commerce-platform.ts'
import { toWatchOutcome } from './platform-rejection.ts'

/** For both calls: the caller gives up after 5 s (interface 4.4 rule 2), which must leave time for a response of our own. */
const platformBudgetMs = 3500

/** The shop to identify, and what is known of it and of the app beforehand. */
export interface Subject {
  readonly shopDomain: string
  /** The contact fields that the caller sent. */
  readonly sent: ShopContact
  /** The app's client id on the platform, when one is registered. */
  readonly clientId: string | undefined
  /** Where the app wants to be told of its uninstall, when an address is registered. */
  readonly uninstallUrl: string | undefined
}

/** What identification came to: a contact to store, or the platform's rejection. */
export type ShopFinding =
  | {
      readonly kind: 'identified'
      readonly contact: ShopContact
      readonly source: 'read' | 'provided'
      readonly uninstallWatch: UninstallWatchOutcome
    }
  | {
      readonly kind: 'rejected'
      readonly rejection: PlatformRejection
      readonly uninstallWatch: UninstallWatchOutcome
    }

/** Finds out a shop's contact: from the platform where there is a token, else from what was sent (interface 4.3). */
export async function identifyShop(
  platform: CommercePlatform,
  { shopDomain, sent, clientId, uninstallUrl }: Subject,
  accessToken: string | undefined,
): Promise<ShopFinding> {
  const provided = { kind: 'identified', contact: mergeContact(sent), source: 'provided' } as const
  if (accessToken === undefined) return { ...provided, uninstallWatch: 'not_requested' }

  const question = { shopDomain, clientId, signal: AbortSignal.timeout(platformBudgetMs) }
  const reading = await platform.readShop(question, accessToken)
  if (reading.kind !== 'read') {
    const uninstallWatch = toWatchOutcome(reading)
    // What the caller read itself is kept; the watch says that the platform told nothing (D33).
    return hasContact(sent)
      ? { ...provided, uninstallWatch }
      : { kind: 'rejected', rejection: reading, uninstallWatch }
  }
  // The shop is identified by now: a watch that fails does not undo that (D31).
  const uninstallWatch =
    uninstallUrl === undefined
      ? 'not_configured'
      : await platform.watchUninstall(question, uninstallUrl, accessToken)
  return { kind: 'identified', contact: mergeContact(sent, reading.contact), source: 'read', uninstallWatch }
}
