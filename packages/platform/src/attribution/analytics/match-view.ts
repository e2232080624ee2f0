/** Whose code a listing view names. */
export interface CodedLink {
  readonly linkId: string
  readonly membershipId: string
}

/** What a listing view is compared with. */
export interface KnownCodes {
  /** Where the app's listing is, if that is known. */
  readonly listingUrl: string | null
  /** The links by their codes in small letters. */
  readonly links: ReadonlyMap<string, CodedLink>
}

/** Why a listing view names no member. */
export type UnmatchedView = 'other_host' | 'other_listing' | 'no_code' | 'unknown_code'

/** Anybody can send views to a measurement id, which is public: only those of the App Store count. */
const host = 'apps.shopify.com'
/** In this order, where several name a member. */
const parameters = ['mref', 'utm_source', 'ref'] as const

/** Finds the member whom a listing view names: a code that nobody has does not hide one behind it. */
export function matchView(
  pageLocation: string,
  { listingUrl, links }: KnownCodes,
): CodedLink | UnmatchedView {
  if (!URL.canParse(pageLocation)) return 'other_host'
  const url = new URL(pageLocation)
  if (url.hostname !== host) return 'other_host'
  if (listingUrl !== null && pathOf(url) !== pathOf(new URL(listingUrl))) return 'other_listing'
  const codes = parameters
    .flatMap((name) => url.searchParams.getAll(name))
    .map((code) => code.trim())
    .filter((code) => code !== '')
  if (codes.length === 0) return 'no_code'
  return codes.map((code) => links.get(code.toLowerCase())).find(Boolean) ?? 'unknown_code'
}

const pathOf = ({ pathname }: URL): string => pathname.replace(/\/+$/, '').toLowerCase()
