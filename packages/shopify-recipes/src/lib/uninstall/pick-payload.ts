import type { ContactFields } from '@affiliate-platform/sdk'
import { pickContact } from '../contact.ts'

/** Interface 4.4 rule 3. The payload also holds addresses, coordinates and a phone: only these are taken. */
export function pickPayload(
  payload: Readonly<Record<string, unknown>>,
  includePhone: boolean,
): ContactFields {
  const text = (name: string) => {
    const value = payload[name]
    return typeof value === 'string' ? value : undefined
  }
  const found = {
    email: text('email'),
    ownerName: text('shop_owner'),
    country: text('country_name'),
    shopifyPlan: text('plan_display_name'),
    phone: text('phone'),
  }
  return pickContact(found, includePhone)
}
