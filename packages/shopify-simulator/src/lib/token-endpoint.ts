import { type PlatformCall, waitFor } from './admin-api.ts'
import { type RefreshBehaviour, spendBehaviour } from './behaviour.ts'
import type { IssuedToken } from './issued-token.ts'
import { endMigrations, migrateToken } from './migrate-token.ts'
import type { Installation } from './platform.ts'
import { htmlResponse, jsonResponse, rejection } from './responses.ts'
import { verifySessionToken } from './session-token.ts'
import { issueToken, offlineTokenLifetimeMs, rotateToken } from './tokens.ts'

type Fields = Readonly<Record<string, string>>

interface Grant {
  readonly call: PlatformCall
  readonly installation: Installation
  readonly fields: Fields
}

const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange'
const idToken = 'urn:ietf:params:oauth:token-type:id_token'
const offlineToken = 'urn:shopify:params:oauth:token-type:offline-access-token'
const onlineToken = 'urn:shopify:params:oauth:token-type:online-access-token'
const onlineTokenLifetimeMs = 86_400_000

/** `POST /admin/oauth/access_token`: token exchange, migration, refresh and authorization code, in JSON or as a form. */
export async function respondTokenRequest(call: PlatformCall): Promise<Response> {
  const fields = readFields(call)
  if (fields === undefined) return oauthError('invalid_request')
  const { client_id: clientId = '', client_secret: secret, grant_type: grantType } = fields
  if (grantType === 'refresh_token') {
    const fault = await recordRefresh(call, fields)
    if (fault !== undefined) return fault
  }
  const installation = call.shop.installations.get(clientId)
  if (installation === undefined) return oauthError('invalid_client')
  if (installation.app.clientSecret !== secret) return oauthError('invalid_client')
  const grant = { call, installation, fields }
  if (grantType === tokenExchange) {
    return fields['subject_token_type'] === offlineToken ? exchangeOffline(grant) : exchangeToken(grant)
  }
  if (grantType === 'refresh_token') return refreshToken(grant)
  if (fields['code'] !== undefined) return redeemCode(grant, fields['code'])
  return oauthError('unsupported_grant_type')
}

function exchangeToken({ call, installation, fields }: Grant): Response {
  const { platform, shop } = call
  const at = { domain: shop.domain, nowMs: platform.now() }
  const isValid =
    fields['subject_token_type'] === idToken &&
    verifySessionToken(fields['subject_token'] ?? '', installation.app, at)
  if (!installation.installed || !isValid) return oauthError('invalid_subject_token')
  if (fields['requested_token_type'] === onlineToken) return issueOnline(call, installation)
  return issueOffline({ call, installation, fields })
}

/** Without a user: a token that never expires, for one that does. */
function exchangeOffline({ call, installation, fields }: Grant): Response {
  const { subject_token: token = '', requested_token_type: requested, expiring } = fields
  if (requested !== offlineToken || expiring !== '1') return oauthError('invalid_request')
  const { clientId } = installation.app
  const issued = migrateToken(call.platform, call.shop, { clientId, token })
  if (issued === undefined) return oauthError('invalid_subject_token')
  return respondOffline(call, installation, issued)
}

function issueOnline({ platform, shop }: PlatformCall, { app }: Installation): Response {
  const { clientId } = app
  const issued = issueToken(platform, shop, { clientId, lifetimeMs: onlineTokenLifetimeMs })
  const [firstName = '', ...lastNames] = shop.contact.ownerName.split(' ')
  const user = {
    id: shop.id,
    first_name: firstName,
    last_name: lastNames.join(' '),
    email: shop.contact.email,
    email_verified: true,
    account_owner: true,
    locale: 'en',
    collaborator: false,
  }
  const scope = toScope(app)
  return jsonResponse(200, {
    access_token: issued.accessToken,
    scope,
    expires_in: onlineTokenLifetimeMs / 1000,
    associated_user_scope: scope,
    associated_user: user,
  })
}

function issueOffline({ call, installation, fields }: Grant): Response {
  const { clientId } = installation.app
  endMigrations(call.shop, clientId)
  const isExpiring = fields['expiring'] === '1'
  const lifetimeMs = isExpiring ? offlineTokenLifetimeMs : undefined
  const issued = issueToken(call.platform, call.shop, { clientId, lifetimeMs, refreshable: isExpiring })
  return respondOffline(call, installation, issued)
}

function respondOffline(
  { platform, shop }: PlatformCall,
  { app }: Installation,
  issued: IssuedToken,
): Response {
  const base = { access_token: issued.accessToken, scope: toScope(app) }
  const refresh = shop.refreshTokens.get(issued.refreshToken ?? '')
  if (refresh === undefined || issued.expiresAtMs === undefined) return jsonResponse(200, base)
  // Rounded: a millisecond after the issue the whole time is still left.
  const secondsUntil = (atMs: number) => Math.max(0, Math.round((atMs - platform.now()) / 1000))
  return jsonResponse(200, {
    ...base,
    expires_in: secondsUntil(issued.expiresAtMs),
    refresh_token: issued.refreshToken,
    refresh_token_expires_in: secondsUntil(refresh.expiresAtMs),
  })
}

function refreshToken({ call, installation, fields }: Grant): Response {
  const sent = { clientId: installation.app.clientId, refreshToken: fields['refresh_token'] ?? '' }
  const issued = rotateToken(call.platform, call.shop, sent)
  return issued === undefined ? oauthError('invalid_grant') : respondOffline(call, installation, issued)
}

function redeemCode(grant: Grant, code: string): Response {
  const { app, installed } = grant.installation
  const codes = grant.call.shop.authorizationCodes
  if (!installed || codes.get(code) !== app.clientId) return oauthError('invalid_request')
  codes.delete(code)
  return issueOffline(grant)
}

async function recordRefresh(call: PlatformCall, fields: Fields): Promise<Response | undefined> {
  const { platform, shop } = call
  const { client_id: clientId = '', refresh_token: token = '' } = fields
  platform.refreshCalls.push({ atMs: platform.now(), domain: shop.domain, clientId, refreshToken: token })
  const behaviour = spendBehaviour(shop.refreshBehaviour)
  await waitFor(call, behaviour, shop.refreshBehaviour.details)
  return rejectRefresh(behaviour)
}

function rejectRefresh(behaviour: RefreshBehaviour): Response | undefined {
  if (behaviour === 'invalid_grant' || behaviour === 'invalid_subject_token') return oauthError(behaviour)
  if (behaviour === 'unauthorized') return rejection(401, 'Unauthorized')
  if (behaviour === 'gone') return rejection(404, 'Not Found')
  if (behaviour === 'server_error') return rejection(500, 'Internal Server Error')
  if (behaviour === 'html_error') return htmlResponse(400)
  return undefined
}

function oauthError(error: string): Response {
  return jsonResponse(error === 'invalid_client' ? 401 : 400, { error })
}

function toScope({ scopes = [] }: Installation['app']): string {
  return scopes.join(',')
}

function readFields({ headers, body }: PlatformCall): Fields | undefined {
  if (!headers.get('content-type')?.includes('json')) return Object.fromEntries(new URLSearchParams(body))
  try {
    const entries = Object.entries(Object(JSON.parse(body)) as Record<string, unknown>)
    return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
  } catch {
    return undefined
  }
}
