import { operations } from '@affiliate-platform/contract'
import { AffiliateClient } from '@affiliate-platform/sdk'
import axios from 'axios'
import { Dub } from 'dub'
import { HTTPClient } from 'dub/lib/http.js'
import ky from 'ky'
import { createFetch } from 'ofetch'
import OpenAI from 'openai'
import createOpenApiClient from 'openapi-fetch'
import Stripe from 'stripe'
import * as z from 'zod'

/** What a client is made from. */
export interface ClientSettings {
  readonly baseUrl: string
  readonly apiKey: string
  readonly fetch: typeof fetch
}

/** Makes a function that reads one page of at most so many rows and resolves to it. */
export type CreateClient = (settings: ClientSettings) => (limit: number) => Promise<unknown>

const { path } = operations.listPayouts

const money = z.looseObject({ amountMinor: z.string().regex(/^(?:0|[1-9]\d{0,37})$/), currency: z.string() })

/** What a user of zod would check of a page. */
const pageSchema = z.looseObject({
  items: z.array(
    z.looseObject({
      id: z.guid(),
      kind: z.literal('payouts'),
      appId: z.guid(),
      programId: z.guid(),
      membershipId: z.guid(),
      name: z.string(),
      status: z.string(),
      amount: money,
      unpaid: money,
      reported: money.optional(),
      confirmed: money.optional(),
      memberName: z.string().optional(),
      createdAt: z.iso.datetime().optional(),
    }),
  ),
  nextCursor: z.string().nullable(),
})

const createKy = ({ baseUrl, apiKey, fetch }: ClientSettings) =>
  ky.create({ prefix: baseUrl, fetch, headers: { Authorization: `Bearer ${apiKey}` } })

const createAxios = ({ baseUrl, apiKey, fetch }: ClientSettings) =>
  axios.create({
    baseURL: baseUrl,
    headers: { Authorization: `Bearer ${apiKey}` },
    adapter: 'fetch',
    env: { fetch },
  })

/** The clients by name, each as its own users would write it. */
export const clients = {
  ours: (settings) => {
    const client = new AffiliateClient(settings)
    return (limit) => client.payouts.listPage({ limit })
  },
  'bare fetch':
    ({ baseUrl, apiKey, fetch }) =>
    async (limit) => {
      const headers = { Authorization: `Bearer ${apiKey}`, Accept: 'application/json' }
      const response = await fetch(`${baseUrl}${path}?limit=${limit}`, { headers })
      if (!response.ok) throw new Error(`Status ${response.status}`)
      return await response.json()
    },
  ky: (settings) => {
    const client = createKy(settings)
    return (limit) => client.get(path.slice(1), { searchParams: { limit } }).json()
  },
  'ky + zod': (settings) => {
    const client = createKy(settings)
    return async (limit) =>
      pageSchema.parse(await client.get(path.slice(1), { searchParams: { limit } }).json())
  },
  ofetch: ({ baseUrl, apiKey, fetch }) => {
    const client = createFetch({ fetch }).create({
      baseURL: baseUrl,
      headers: { Authorization: `Bearer ${apiKey}` },
    })
    return (limit) => client(path, { query: { limit } })
  },
  axios: (settings) => {
    const client = createAxios(settings)
    return async (limit) => (await client.get<unknown>(path, { params: { limit } })).data
  },
  'axios + zod': (settings) => {
    const client = createAxios(settings)
    return async (limit) => pageSchema.parse((await client.get(path, { params: { limit } })).data)
  },
  'stripe-node': ({ baseUrl, apiKey, fetch }) => {
    const { protocol, hostname, port } = new URL(baseUrl)
    const client = new Stripe(apiKey, {
      httpClient: Stripe.createFetchHttpClient(fetch),
      protocol: protocol === 'https:' ? 'https' : 'http',
      host: hostname,
      ...(port !== '' && { port: Number(port) }),
      telemetry: false,
    })
    return (limit) => client.rawRequest('GET', `${path}?limit=${limit}`)
  },
  openai: ({ baseUrl, apiKey, fetch }) => {
    // A generated client of the kind that many services hand out today.
    const client = new OpenAI({ apiKey, baseURL: baseUrl, fetch })
    return (limit) => client.get(path, { query: { limit } })
  },
  dub: ({ baseUrl, apiKey, fetch }) => {
    // It knows no service but its own: the stub gives it as many payouts of its own shape.
    const httpClient = new HTTPClient({ fetcher: fetch })
    const client = new Dub({ token: apiKey, serverURL: baseUrl, httpClient })
    return (pageSize) => client.payouts.list({ pageSize })
  },
  'openapi-fetch': ({ baseUrl, apiKey, fetch }) => {
    interface Paths {
      readonly [path]: {
        get: {
          parameters: { query: { limit: number } }
          responses: { 200: { content: { 'application/json': unknown } } }
        }
      }
    }
    const client = createOpenApiClient<Paths>({
      baseUrl,
      fetch: (request) => fetch(request),
      headers: { Authorization: `Bearer ${apiKey}` },
    })
    return async (limit) => {
      const { data, error } = await client.GET(path, { params: { query: { limit } } })
      if (error !== undefined) throw new Error('The request failed.')
      return data
    }
  },
} as const satisfies Record<string, CreateClient>

/** The name of a client. */
export type ClientName = keyof typeof clients
