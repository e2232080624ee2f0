import type { PlainResponse } from '@affiliate-platform/contract/server'
import { type Asset, isAssetName, readAsset } from './assets.ts'
import { isErrorCode, renderError, renderErrorList, renderUnknownError } from './render-errors.ts'
import { renderReference } from './render-reference.ts'

const locked =
  "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The content security policy of a page without scripts. */
const pagePolicy = `${locked}; style-src 'self'`

// As it loads, Redoc adds two style elements, whose texts these are: nothing, and the look of its scroll bars.
const redocStyles =
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='"

// Redoc searches in a worker that it makes from a blob. It would also load its maker's logo from elsewhere: the policy
// keeps that, like everything that is not ours, from being asked for.
const referencePolicy = `${pagePolicy} ${redocStyles}; script-src 'self'; connect-src 'self'; worker-src blob:`

/** Answers what lies below `/docs`; `undefined` for a path where nothing is. */
export function answerDocs(path: string): PlainResponse | undefined {
  if (path === '/docs') return htmlAnswer(renderReference(), { policy: referencePolicy })
  if (path === '/docs/errors') return htmlAnswer(renderErrorList())
  const [, kind, name = ''] = /^\/docs\/(errors|assets)\/([^/]+)$/.exec(path) ?? []
  if (kind === 'errors') {
    return isErrorCode(name)
      ? htmlAnswer(renderError(name))
      : htmlAnswer(renderUnknownError(), { status: 404 })
  }
  const asset = kind === 'assets' && isAssetName(name) ? readAsset(name) : undefined
  return asset && assetAnswer(asset)
}

function htmlAnswer(body: string, { status = 200, policy = pagePolicy } = {}): PlainResponse {
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

function assetAnswer({ contentType, text }: Asset): PlainResponse {
  return {
    status: 200,
    headers: {
      'Content-Type': contentType,
      'X-Content-Type-Options': 'nosniff',
      // A day, not for ever: while two versions run side by side, one can answer for the other's path.
      'Cache-Control': 'public, max-age=86400',
    },
    body: text,
  }
}
