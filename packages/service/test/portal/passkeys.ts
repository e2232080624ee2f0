import type { MemberResponse } from '@affiliate-platform/contract/console'
import { type AccountKey, toUserHandle } from '@affiliate-platform/platform/people'
import type { TestService } from '@affiliate-platform/test-support/test-service'
import { expect } from 'vitest'
import { origin } from '../console/sign-in.ts'
import { type Asked, createAuthenticator } from '../console/software-authenticator.ts'

export const apis = { operator: '/api/console/v1', member: '/api/portal/v1' } as const
const halves = { operator: '/console', member: '/portal' } as const
const party = { rpId: 'localhost', origin }

/** Of which half a passkey is. */
export type Audience = keyof typeof apis
/** What somebody's browser sends with each request. */
export type Headers = Readonly<Record<string, string>>

/** A device with a passkey, and the handle that it has been told. */
interface Enrolled {
  readonly device: ReturnType<typeof createAuthenticator>
  readonly handle: string
}

/** How devices make passkeys at a service, and sign in by them. */
export function createPasskeys(service: () => TestService) {
  const post = (headers: Headers, path: string, json?: unknown) =>
    service().fetch(path, { method: 'POST', headers, ...(json !== undefined && { json }) })
  const read = async <Value>(response: Response): Promise<Value> => {
    expect(response.status).toBe(200)
    return (await response.json()) as Value
  }
  const challenge = async (headers: Headers, audience: Audience = 'member') =>
    await read<MemberResponse<'challengeMemberPasskey'>>(
      await post(headers, `${apis[audience]}/passkeys/challenge`),
    )
  /** Signs in by a device that has a passkey. */
  const enter = async ({ device, handle }: Enrolled, audience: Audience = 'member') => {
    // Each is later than the one before.
    service().clock.advance(1)
    const asked = await read<{ readonly options: { readonly challenge: string } }>(
      await post({ origin }, `${halves[audience]}/passkey-challenge`),
    )
    const signed = device.sign({ ...party, challenge: asked.options.challenge }, 0)
    const authorization = `Passkey ${handle}.${device.credentialId}`
    return await post({ origin, authorization }, `${apis[audience]}/sign-in/passkey`, signed)
  }
  /** Adds a passkey to who is signed in. */
  const enrol = async (
    headers: Headers,
    account: AccountKey,
    audience: Audience = 'member',
  ): Promise<Enrolled> => {
    const device = createAuthenticator()
    const asked: Asked = {
      ...party,
      challenge: (await challenge(headers, audience)).options?.challenge ?? '',
    }
    const path = `${apis[audience]}/passkeys`
    expect(await read(await post(headers, path, { name: 'Phone', ...device.make(asked) }))).toEqual({
      rejected: null,
    })
    return { device, handle: toUserHandle({ ...account, audience }).toString('base64url') }
  }
  return { post, read, challenge, enter, enrol }
}
