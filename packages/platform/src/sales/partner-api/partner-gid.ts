import { PartnerApiError } from './partner-api-error.ts'

/** The number of a gid. Namespaces differ between feeds (`gid://partners/App/1`, `gid://shopify/App/1`); it does not. */
export function numberOfGid(gid: unknown, type: 'App' | 'Shop'): string | null {
  return new RegExp(`^(?:gid://(?:partners|shopify)/${type}/)?(\\d{1,20})$`).exec(String(gid))?.[1] ?? null
}

/**
 * The id of an app as the Partner API wants it.
 *
 * @param app - a number, or a gid of either namespace
 * @throws PartnerApiError for other text
 */
export function toPartnerAppGid(app: string): string {
  const number = numberOfGid(app, 'App')
  if (number === null) {
    throw new PartnerApiError(
      'invalid_setup',
      'The app on the Partner API is a number or gid://partners/App/{number}.',
    )
  }
  return `gid://partners/App/${number}`
}
