import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import {
  fixedHeaders,
  type PlainRequest,
  type PlainResponse,
  pathOf,
  toResponse,
} from '@affiliate-platform/contract/server'
import { type BuiltFiles, readBuiltFiles } from './files.ts'
import { challengeSignIn, type Passkeys } from './passkeys.ts'
import { type ConsolePlace, isFromConsole } from './place.ts'

/** Somebody whom a demo lets one be at a press. */
export interface SignInOffer {
  /** The workspace's name. */
  readonly workspace: string
  readonly name: string
  readonly role: string
  /** What a sign-in link holds. */
  readonly token: string
}

/** What the pages of the console and the portal are made of. */
export interface PagesOptions {
  readonly place: ConsolePlace
  /** Where the console was built, and below it the portal. */
  readonly folder: string
  /** Whether mail is sent. Default: it is not, and nobody can ask for a link. */
  readonly sendsMail?: boolean
  /** Of a demo on this machine alone: makes sign-in links for operators. */
  readonly offerSignIns?: (() => Promise<readonly SignInOffer[]>) | undefined
  /** The same for members. */
  readonly offerMembers?: (() => Promise<readonly SignInOffer[]>) | undefined
}

/** What a page of the console may load, and where it may be shown. */
export const toPolicy = (nonce: string) =>
  `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; ` +
  "font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const beingBuilt =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="2">' +
  '<title>Being prepared</title><p>This page is being prepared. It reloads by itself.</p></html>'

/** What one of the two is made of. */
interface Half {
  readonly base: '/console' | '/portal'
  readonly folder: string
  readonly page: string
  /** What is told who is not signed in yet, by the last part of its path. */
  readonly documents: Readonly<Record<string, ((request: PlainRequest) => Promise<object>) | undefined>>
}

/**
 * Creates the pages of the console and of the portal: one document for every path below `/console`, and one below
 * `/portal`, which never look at the session, and the files that they load.
 *
 * @returns a function that responds to a request for one of them, and with `undefined` to any other
 */
export function createConsolePages(options: PagesOptions, passkeys: Passkeys) {
  const { place, folder, offerSignIns, offerMembers, sendsMail = false } = options
  const common = {
    ways: async () => ({ mail: sendsMail }),
    'passkey-challenge': async (request: PlainRequest) => ({
      options: challengeSignIn(passkeys, request) ?? null,
    }),
  }
  const openConsole = createPages(place, {
    ...{ base: '/console', folder, page: 'index.html' },
    documents: {
      ...common,
      offers: offerSignIns && (async () => ({ items: await offerSignIns() })),
    },
  })
  const openPortal = createPages(place, {
    ...{ base: '/portal', folder: join(folder, 'portal'), page: 'portal.html' },
    documents: { ...common, offers: offerMembers && (async () => ({ items: await offerMembers() })) },
  })
  return async (request: PlainRequest): Promise<PlainResponse | undefined> =>
    (await openConsole(request)) ?? (await openPortal(request))
}

function createPages(place: ConsolePlace, { base, folder, page, documents }: Half) {
  let files: BuiltFiles | undefined

  async function find(request: PlainRequest, rest: string): Promise<PlainResponse | undefined> {
    if (Object.hasOwn(documents, rest)) {
      const read = documents[rest]
      if (read === undefined || request.method !== 'POST' || !isFromConsole(place, request)) return undefined
      return toResponse({ value: await read(request) })
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    files ??= readBuiltFiles(folder, page)
    if (files === undefined) return respondPage(beingBuilt, 503)
    const [, name] = /^assets\/([^/]+)$/.exec(rest) ?? []
    return name === undefined ? respondPage(files.page, 200) : respondFile(request, files, name)
  }

  return async (request: PlainRequest): Promise<PlainResponse | undefined> => {
    const path = pathOf(request)
    if (path !== base && !path.startsWith(`${base}/`)) return undefined
    const found = await find(request, path.slice(base.length + 1))
    return found && { ...found, headers: { ...fixedHeaders(randomUUID(), path), ...found.headers } }
  }
}

function respondPage(page: string, status: number): PlainResponse {
  const nonce = randomBytes(16).toString('base64')
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': toPolicy(nonce),
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
    body: page.replaceAll('__NONCE__', nonce),
  }
}

function respondFile(request: PlainRequest, { assets }: BuiltFiles, name: string): PlainResponse | undefined {
  const file = assets.get(name)
  if (file === undefined) return undefined
  const { contentType, bytes, brotli } = file
  const isBrotli = brotli !== undefined && /\bbr\b/.test(request.header('accept-encoding') ?? '')
  return {
    status: 200,
    headers: {
      'Content-Type': contentType,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept-Encoding',
      ...(isBrotli && { 'Content-Encoding': 'br' }),
    },
    body: isBrotli ? brotli : bytes,
  }
}
