import type { PartnerAccess } from '@affiliate-platform/platform/sales'
import type { Settings } from '@affiliate-platform/service'

/** How the settings say that the Partner API is reached. */
export function toPartnerAccess(settings: Settings): PartnerAccess {
  return {
    accessToken: settings.PARTNER_API_TOKEN,
    secretKey: settings.AFFILIATE_SECRET_KEY,
    origin: settings.PARTNER_API_ORIGIN,
  }
}
