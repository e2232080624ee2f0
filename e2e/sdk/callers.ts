import { fakeApiKeys } from '@affiliate-platform/sdk/testing'

/** A request to both services. */
export interface VariedRequest {
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** The id of nobody. */
export const otherId = '01890a5d-ac96-774b-bcce-b302099a8057'

/** A request by every kind of caller, with other methods, and at paths beside it. */
export function toCallers(path: string, method: string, body?: string): readonly VariedRequest[] {
  const { affiliate, payoutsOnly, workspace, unknown, unknownWorkspace, installBridge } = fakeApiKeys
  const sent = { path, method, ...(body !== undefined && { body }) }
  const type = { 'Content-Type': 'application/json' }
  const keys = [affiliate, payoutsOnly, workspace, installBridge, unknown, unknownWorkspace]
  const others = [`${affiliate}x`, 'aff', '']
  return [
    { ...sent, headers: type },
    ...[...keys, ...others].map((key) => ({ ...sent, headers: { ...type, Authorization: `Bearer ${key}` } })),
    { ...sent, headers: { ...type, Authorization: `bearer   ${affiliate}` } },
    { ...sent, headers: { ...type, Authorization: `Basic ${affiliate}` } },
    { ...sent, headers: { ...type, Authorization: affiliate } },
    { ...sent, headers: type, path: `${path}?apiKey=${affiliate}` },
    ...['GET', 'PUT', 'DELETE', 'POST', 'PATCH', 'OPTIONS'].map((other) => ({
      ...{ path, method: other, headers: { ...type, Authorization: `Bearer ${affiliate}` } },
      ...(other !== 'GET' && { body: body ?? '{}' }),
    })),
    ...['/', '//', '/x', '?', '#', '%2F'].map((end) => ({
      ...{ ...sent, headers: { ...type, Authorization: `Bearer ${affiliate}` } },
      path: `${path}${end}`,
    })),
  ]
}
