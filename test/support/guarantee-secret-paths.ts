import { operations } from '@affiliate-platform/contract'
import type { ClientRequest } from './guarantee-client.ts'
import type { GuaranteeProcess } from './guarantee-process.ts'
import { buildRules, termsPath } from './terms.ts'

/** A text that is nowhere else, to be sent wherever a secret can be sent, on purpose or by mistake. */
export interface Canaries {
  /** An access token that no shop knows. */
  readonly token: string
  /** An API key of the right form that does not exist. */
  readonly apiKey: string
  /** An e-mail address in requests that are rejected. */
  readonly email: string
  /** Where visitors of a link are, as the proxy in front tells it. */
  readonly address: string
}

/** Requests that carry secrets down every path there is: success, each rejection, time-out. */
export function listSecretPaths(
  { keys, ids, shops }: GuaranteeProcess,
  { token, apiKey, email, address }: Canaries,
): readonly ClientRequest[] {
  const { path: identifyPath, method: post } = operations.identify
  const identify = (json: unknown, key = keys.workspace): ClientRequest => ({
    ...{ method: post, path: identifyPath, key, json },
  })
  const write = (changes: Partial<ClientRequest>): ClientRequest => ({
    ...{ method: 'PATCH', path: termsPath(ids.membershipId), key: keys.affiliate },
    ...{ json: { rules: buildRules() } },
    ...changes,
  })
  const list = (query: string, key = keys.affiliate): ClientRequest => ({
    path: `${operations.listPayouts.path}?${query}`,
    key,
  })
  const [shop] = shops
  const { appId } = ids
  const named = { myshopifyDomain: shop?.domain, appId }
  return [
    // Every response of the platform, to its own token and to one that it does not know, with and without a way out.
    ...shops.flatMap(({ domain, accessToken }) =>
      [accessToken, token].flatMap((each) => [
        identify({ myshopifyDomain: domain, accessToken: each, appId }),
        identify({ myshopifyDomain: domain, accessToken: each, appId, country: 'Norway' }),
      ]),
    ),
    // Links, followed from an address and looked at by a bot there.
    ...['Mozilla/5.0 Firefox/144.0', 'Googlebot/2.1'].map((browser) => ({
      ...{ path: '/r/demo-app/first', key: keys.affiliate },
      headers: { 'X-Real-IP': address, 'X-Forwarded-For': address, 'User-Agent': browser },
    })),
    // Rejected before the platform is asked.
    identify({ ...named, accessToken: token, email, extra: token }),
    identify({ ...named, accessToken: [token], email }),
    identify({ ...named, accessToken: `${token}\n`, email: `${email} ${email}` }),
    identify({ ...named, myshopifyDomain: `${token}.example`, email }),
    identify({ ...named, appId: ids.otherWorkspaceAppId, accessToken: token, email }),
    identify({ accessToken: token, email }, apiKey),
    identify({ accessToken: token, email }, keys.affiliate),
    { ...identify({ accessToken: token, email }), headers: { 'Content-Type': `text/${token}` } },
    { ...identify({ accessToken: token, email }), headers: { 'Content-Encoding': token } },
    identify({ accessToken: token, filler: email.repeat(5000) }),
    {
      ...identify({ accessToken: token }),
      path: `${identifyPath}?token=${token}&email=${email}&key=${apiKey}`,
    },
    { ...identify({ accessToken: token }), path: `/api/${token}/${email}` },
    { ...identify({ accessToken: token }), method: 'PUT' },
    // Where no access token belongs.
    write({}),
    write({ json: { rules: buildRules({ basis: token }), [token]: email } }),
    write({ json: token }),
    write({ path: termsPath(token) }),
    write({ headers: { 'Idempotency-Key': `${token} ${token}` } }),
    write({ headers: { Cookie: token, 'X-Request-Id': token, 'User-Agent': email, Referer: apiKey } }),
    write({ key: apiKey }),
    write({ key: keys.affiliateRevoked }),
    write({ key: keys.affiliateExpired }),
    write({ key: keys.mcp }),
    list(`search=${email}`),
    list(`cursor=${token}&status=${apiKey}`),
    list(`api_key=${keys.affiliate}&${token}=${email}`),
    list(`access_token=${apiKey}`, apiKey),
  ]
}
