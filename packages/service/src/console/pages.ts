import { randomBytes, randomUUID } from 'node:crypto'
import {
  fixedHeaders,
  type PlainRequest,
  type PlainResponse,
  pathOf,
  toResponse,
} from '@affiliate-platform/contract/server'
import { type ConsoleFiles, readConsoleFiles } from './files.ts'
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

/** What the console's pages are made of. */
export interface PagesOptions {
  readonly place: ConsolePlace
  /** Where it was built. */
  readonly folder: string
  /** Of a demo on this machine alone: makes sign-in links. */
  readonly offerSignIns?: (() => Promise<readonly SignInOffer[]>) | undefined
}

/** What a page of the console may load, and where it may be shown. */
export const toPolicy = (nonce: string) =>
  `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; ` +
  "font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const beingBuilt =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="2">' +
  '<title>Console</title><p>The console is being prepared. This page reloads by itself.</p></html>'

/**
 * Creates the pages of the console: one document for every path below `/console`, which never looks at the session, and
 * the files that it loads.
 *
 * @returns a function that responds to a request for one of them, and with `undefined` to any other
 */
export function createConsolePages({ place, folder, offerSignIns }: PagesOptions, passkeys: Passkeys) {
  let files: ConsoleFiles | undefined

  async function find(request: PlainRequest, path: string): Promise<PlainResponse | undefined> {
    if (path === '/console/offers') {
      if (offerSignIns === undefined || request.method !== 'POST' || !isFromConsole(place, request))
        return undefined
      return toResponse({ value: { items: await offerSignIns() } })
    }
    if (path === '/console/passkey-challenge') {
      if (request.method !== 'POST' || !isFromConsole(place, request)) return undefined
      return toResponse({ value: { options: challengeSignIn(passkeys, request) ?? null } })
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    files ??= readConsoleFiles(folder)
    if (files === undefined) return respondPage(beingBuilt, 503)
    const [, name] = /^\/console\/assets\/([^/]+)$/.exec(path) ?? []
    return name === undefined ? respondPage(files.page, 200) : respondFile(request, files, name)
  }

  return async (request: PlainRequest): Promise<PlainResponse | undefined> => {
    const path = pathOf(request)
    if (path !== '/console' && !path.startsWith('/console/')) return undefined
    const found = await find(request, path)
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

function respondFile(
  request: PlainRequest,
  { assets }: ConsoleFiles,
  name: string,
): PlainResponse | undefined {
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
