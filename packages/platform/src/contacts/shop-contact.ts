import { contactFieldNames } from '@affiliate-platform/contract'

/** A shop's business contact, as far as it is known. */
export type ShopContact = {
  readonly [Name in (typeof contactFieldNames)[number]]?: string | undefined
}

// An uninstall webhook and the Admin API call one plan by two names. The Admin API's documented list is the
// vocabulary kept here; these are the names outside it that are known to mean one of its entries.
const planNames = new Map([
  ['advanced shopify', 'Advanced'],
  ['basic shopify', 'Basic'],
  ['developer preview', 'Development'],
  ['pause and build', 'Paused'],
  ['shopify', 'Grow'],
  ['shopify plus', 'Plus'],
  ['staff', 'Development'],
])

/** A plan under its one name, whichever side told it. A name that is not known stays as it is. */
export function toPlanName(plan: string): string {
  return planNames.get(plan.toLowerCase()) ?? plan
}

/** Joins what the caller sent with what the platform says of the shop. The platform wins, field by field. */
export function mergeContact(sent: ShopContact, read: ShopContact = {}): ShopContact {
  const plan = read.shopifyPlan ?? sent.shopifyPlan
  return {
    email: read.email ?? sent.email,
    ownerName: read.ownerName ?? sent.ownerName,
    country: read.country ?? sent.country,
    shopifyPlan: plan === undefined ? undefined : toPlanName(plan),
    phone: read.phone ?? sent.phone,
  }
}

/** Whether at least one field is known. */
export function hasContact(contact: ShopContact): boolean {
  return contactFieldNames.some((name) => contact[name] !== undefined)
}
