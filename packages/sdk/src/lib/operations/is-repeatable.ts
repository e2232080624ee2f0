import type { Operation } from '@affiliate-platform/contract'

/**
 * Whether a request may be sent again without knowing what became of the first (D67).
 *
 * @param body - the request's body, which may hold an access token
 */
export const isRepeatable = (
  { repeatable }: Operation,
  body?: { readonly accessToken?: string | undefined },
): boolean => repeatable !== 'without_access_token' || body?.accessToken === undefined
