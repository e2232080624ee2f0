import type { PlainResponse } from '@affiliate-platform/contract/server'
import { type Asset, isAssetName, readAsset } from './assets.ts'
import { readReferencePage } from './reference/render-reference.ts'
import { isErrorCode, renderError, renderErrorList, renderUnknownError } from './render-errors.ts'

const locked =
  "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The content security policy of a page without scripts. */
const pagePolicy = `${locked}; style-src 'self'`

/** The reference searches itself, and sends the requests that a reader fills in: to this service and to no other. */
const referencePolicy = `${pagePolicy}; script-src 'self'; connect-src 'self'`

/** Finds what lies below `/docs`, and leads there from `/`; `undefined` for a path where nothing is. */
export function findPage(path: string): PlainResponse | undefined {
  if (path === '/') return { status: 302, headers: { Location: '/docs' }, body: '' }
  const page = readReferencePage(path)
  if (page !== undefined) {
    return path.endsWith('.json') ? jsonResponse(page) : htmlResponse(page, { policy: referencePolicy })
  }
  if (path === '/docs/errors') return htmlResponse(renderErrorList())
  const [, kind, name = ''] = /^\/docs\/(errors|assets)\/([^/]+)$/.exec(path) ?? []
  if (kind === 'errors') {
    return isErrorCode(name)
      ? htmlResponse(renderError(name))
      : htmlResponse(renderUnknownError(), { status: 404 })
  }
  return kind === 'assets' && isAssetName(name) ? assetResponse(readAsset(name)) : undefined
}

function htmlResponse(body: string, { status = 200, policy = pagePolicy } = {}): PlainResponse {
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': status === 200 ? 'public, max-age=300' : 'no-store',
    },
    body,
  }
}

function jsonResponse(body: string): PlainResponse {
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/json',
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'public, max-age=300',
    },
    body,
  }
}

function assetResponse({ contentType, bytes }: Asset): PlainResponse {
  return {
    status: 200,
    headers: {
      'Content-Type': contentType,
      'X-Content-Type-Options': 'nosniff',
      // A day, not for ever: while two versions run side by side, one can respond for the other's path.
      'Cache-Control': 'public, max-age=86400',
    },
    body: bytes,
  }
}
