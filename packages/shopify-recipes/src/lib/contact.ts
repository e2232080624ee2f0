import { identifyRequestSchema } from '@affiliate-platform/contract'
import type { ContactFields } from '@affiliate-platform/sdk'

const fieldNames = ['email', 'ownerName', 'country', 'shopifyPlan'] as const

/** Contact fields as they were found: a shop may lack any of them. */
export type FoundContact = { readonly [Name in keyof ContactFields]?: string | null | undefined }

/**
 * Takes the contact fields that may be sent, and nothing else that lies beside them. A field that the service
 * would reject is left out, so that one odd value does not cost the others.
 *
 * @param includePhone - interface 4.3: the phone is opt-in and absent by default
 */
export function pickContact(found: FoundContact, includePhone = false): ContactFields {
  const names = includePhone ? ([...fieldNames, 'phone'] as const) : fieldNames
  const entries = names.flatMap((name) => {
    const { data } = identifyRequestSchema.shape[name].safeParse(found[name])
    return data === undefined ? [] : [[name, data] as const]
  })
  return Object.fromEntries(entries)
}
