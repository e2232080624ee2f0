import { type GraphQLError, type GraphQLFormattedError, graphqlSync } from 'graphql'
import { waitFor } from '../admin-api.ts'
import { type BehaviourDetails, spendBehaviour } from '../behaviour.ts'
import type { Platform } from '../platform.ts'
import { htmlResponse, jsonResponse, rejection } from '../responses.ts'
import { partnerError } from './partner-error.ts'
import type { PartnerClientState, PartnerOrganization } from './partner-organization.ts'
import { buildPartnerRoot } from './partner-resolvers.ts'
import { partnerSchema, partnerVersions } from './partner-schema.ts'
import type { PartnerBehaviour } from './simulated-partner.ts'

/** One request to the Partner API, read to its end. */
export interface PartnerCall {
  readonly platform: Platform
  readonly url: URL
  readonly headers: Headers
  readonly body: string
  readonly signal: AbortSignal | undefined
}

const pathPattern = /^\/(\d+)\/api\/([a-z0-9-]+)\/graphql\.json$/
const queryCharactersMax = 50_000
const requestsPerSecond = 4
const unknownClient = partnerError('401', 'Invalid API client or organization')

export async function respondAsPartner(call: PartnerCall, method: string): Promise<Response> {
  const [, organizationId, version] = pathPattern.exec(call.url.pathname) ?? []
  if (method !== 'POST' || organizationId === undefined) return rejection(404, 'Not Found')
  const organization = call.platform.partners.get(organizationId)
  if (organization === undefined) return respondErrors(unknownClient)
  const { details } = organization.behaviour
  const behaviour = spendBehaviour(organization.behaviour)
  await waitFor(call, behaviour, details)
  const unseen = respondBeforeToken(behaviour, details)
  if (unseen !== undefined) return unseen
  const client = findClient(organization, call.headers.get('x-shopify-access-token'))
  if (client === undefined) return respondErrors(unknownClient)
  if (!partnerVersions.includes(version ?? ''))
    return respondErrors(partnerError('404', 'Invalid API version'))
  if (!takeRequest(client, call.platform.now())) return respondTooMany()
  return runQuery(call, { organization, client, behaviour })
}

/** Most errors of the Partner API have the status of success. */
function respondErrors(...errors: readonly (GraphQLError | GraphQLFormattedError)[]): Response {
  return jsonResponse(200, { errors })
}

function respondTooMany(): Response {
  return respondErrors(partnerError('429', 'Too many requests'))
}

function respondBeforeToken(behaviour: PartnerBehaviour, details: BehaviourDetails): Response | undefined {
  const { status, location = 'https://elsewhere.example/graphql.json', retryAfterSeconds = 2 } = details
  if (behaviour === 'rate_limited') {
    return rejection(429, 'Too Many Requests', { 'retry-after': String(retryAfterSeconds) })
  }
  if (behaviour === 'too_many_requests') return respondTooMany()
  if (behaviour === 'server_error') return rejection(status ?? 500, 'Internal Server Error')
  if (behaviour === 'internal_error') return respondErrors(partnerError('500', 'Internal server error'))
  if (behaviour === 'unauthorized') return rejection(status ?? 401, 'Unauthorized')
  if (behaviour === 'html_error') return htmlResponse(status ?? 200)
  if (behaviour === 'redirect') return new Response(null, { status: status ?? 302, headers: { location } })
  return undefined
}

function findClient({ clients }: PartnerOrganization, token: string | null): PartnerClientState | undefined {
  return clients.find(({ accessTokens }) => accessTokens.some((known) => known === token))
}

/** The limit is the client's, whichever of its tokens is sent. A request over it takes no place. */
function takeRequest(client: PartnerClientState, nowMs: number): boolean {
  const recent = client.takenAtMs.filter((atMs) => nowMs - atMs < 1000)
  const isFree = recent.length < requestsPerSecond
  client.takenAtMs = isFree ? [...recent, nowMs] : recent
  return isFree
}

function runQuery(
  { body }: PartnerCall,
  {
    organization,
    client,
    behaviour,
  }: {
    readonly organization: PartnerOrganization
    readonly client: PartnerClientState
    readonly behaviour: PartnerBehaviour
  },
): Response {
  const sent = readBody(body)
  if (sent === undefined) return respondErrors(partnerError('400', 'Required parameter missing or invalid'))
  if (sent.query.length > queryCharactersMax) {
    return respondErrors(partnerError('400', `Query length exceeds ${queryCharactersMax} characters`))
  }
  const { data, errors } = graphqlSync({
    schema: partnerSchema,
    source: sent.query,
    variableValues: sent.variables,
    rootValue: buildPartnerRoot({
      organization,
      permissions: client.permissions ?? ['view_financials', 'manage_apps'],
      oddities: {
        repeatRow: behaviour === 'repeat_row',
        sameCursor: behaviour === 'same_cursor',
        ignoreTypes: behaviour === 'ignore_types',
      },
    }),
  })
  return errors === undefined ? jsonResponse(200, { data }) : respondErrors(...errors.map(withCode))
}

/** What the query itself got wrong is a 400 in the platform's own terms. */
function withCode(error: GraphQLError): GraphQLFormattedError {
  const { message, locations, extensions } = error.toJSON()
  return { message, ...(locations ? { locations } : {}), extensions: { code: '400', ...extensions } }
}

function readBody(text: string) {
  try {
    const { query, variables } = Object(JSON.parse(text)) as Record<string, unknown>
    if (typeof query !== 'string' || query.trim() === '') return undefined
    return { query, variables: Object(variables ?? {}) as Record<string, unknown> }
  } catch {
    return undefined
  }
}
