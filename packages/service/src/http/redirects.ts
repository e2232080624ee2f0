import { randomUUID } from 'node:crypto'
import {
  fixedHeaders,
  type PlainRequest,
  type PlainResponse,
  pathOf,
  rejectAtOnce,
  ServiceError,
} from '@affiliate-platform/contract/server'
import type { ClickLog, Destination, FindDestination } from '@affiliate-platform/platform/links'
import { isbot } from 'isbot'

/** What became of a request to a link. */
export type RedirectOutcome = 'click' | 'bot' | 'unknown_code' | 'unknown_app' | 'unavailable'

/** What the links of members need. */
export interface RedirectOptions {
  readonly findDestination: FindDestination
  readonly clicks: ClickLog
  /** The header in which a proxy tells the client's address. Default: who is connected. */
  readonly clientAddressHeader: string | undefined
  /** The header in which a proxy tells the client's country. Default: none does. */
  readonly clientCountryHeader: string | undefined
  countRedirect(outcome: RedirectOutcome): void
}

const start = '/r/'
const pattern = /^\/r\/([A-Za-z0-9-]{1,64})(?:\/([^/]*))?\/?$/
/** Of what is sent, so much is kept until the click is stored. */
const partCharactersMax = 255
/** Whatever else is typed is a code that nobody has. */
const codePattern = /^[A-Za-z0-9_-]{1,64}$/
/** What a member adds to a link to tell where it stands. It is kept with the click, and leads nowhere. */
const subIdPattern = /[?&]sub=([A-Za-z0-9._-]{1,64})(?:&|$)/

/**
 * Creates what responds to the links of members, `/r/<app>/<code>`: it leads to the app's listing, which the operator
 * chose and no request can change, also with a code that nobody has. Nothing is written on the way: the click is stored
 * a second later.
 */
export function createRedirects({
  findDestination,
  clicks,
  clientAddressHeader,
  clientCountryHeader,
  countRedirect,
}: RedirectOptions) {
  async function find(slug: string, code: string): Promise<Destination | undefined> {
    try {
      return await findDestination(slug, codePattern.test(code) ? code : '')
    } catch (error) {
      countRedirect('unavailable')
      throw error
    }
  }

  function note(request: PlainRequest, { link }: Destination): RedirectOutcome {
    if (link === undefined) return 'unknown_code'
    const browser = request.header('user-agent')
    // Without a name it is a script. HEAD looks whether the link is there.
    if (request.method === 'HEAD' || browser === undefined || isbot(browser)) return 'bot'
    const readHeader = (header: string | undefined) =>
      header === undefined ? undefined : request.header(header)
    const address = readHeader(clientAddressHeader) ?? request.remoteAddress()
    const visitor = `${address?.slice(0, partCharactersMax)}\n${browser.slice(0, partCharactersMax)}`
    clicks.add({
      ...{ link, visitor },
      referringHost: hostOf(request.header('referer')),
      country: toCountry(readHeader(clientCountryHeader)),
      subId: subIdPattern.exec(request.target)?.[1] ?? null,
    })
    return 'click'
  }

  return async (request: PlainRequest): Promise<PlainResponse | undefined> => {
    if (!request.target.startsWith(start)) return undefined
    const path = pathOf(request)
    const [, slug, code = ''] = pattern.exec(path) ?? []
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const detail = 'A link is opened by GET.'
      return rejectAtOnce(new ServiceError('not_found', detail, { headers: { Allow: 'GET, HEAD' } }), path)
    }
    const found = slug === undefined ? undefined : await find(slug, code)
    if (found === undefined) {
      countRedirect('unknown_app')
      return rejectAtOnce(new ServiceError('not_found', 'No app has this link.'), path)
    }
    countRedirect(note(request, found))
    return {
      status: 302,
      headers: {
        ...fixedHeaders(randomUUID(), path),
        Location: found.url,
        'X-Robots-Tag': 'noindex',
        'Content-Type': 'text/plain; charset=utf-8',
      },
      body: '',
    }
  }
}

/** A country of ISO 3166; null for whatever else a proxy says, such as `XX` for one that it does not know. */
function toCountry(value: string | undefined): string | null {
  const country = value?.toUpperCase()
  return country !== undefined && /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : null
}

/** The host of a page that tells where a visitor comes from; null for whatever is no address of one. */
function hostOf(referrer: string | undefined): string | null {
  const host = referrer === undefined ? undefined : URL.parse(referrer)?.hostname
  return host === undefined || host === '' ? null : host.slice(0, partCharactersMax)
}
