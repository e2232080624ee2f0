import { type Authenticator, accessDenied, invalidCredential } from '@affiliate-platform/contract/server'
import type { FindPasskey } from '@affiliate-platform/platform/people'
import { type ConsolePlace, isFromConsole } from './place.ts'

const signInsMax = 60

/** Finds the passkey that a sign-in names. Whether its device has signed is the operation's to verify. */
export function authenticatePasskeys(findPasskey: FindPasskey, place: ConsolePlace): Authenticator {
  return async (request, sources) => {
    if (!sources.includes('passkey')) return undefined
    const named = /^Passkey ([\w-]{43})\.([\w-]{22,1364})$/.exec(request.header('authorization') ?? '')
    if (!isFromConsole(place, request)) throw accessDenied()
    const [, userHandle = '', credentialId = ''] = named ?? []
    const found =
      named &&
      (await findPasskey({
        userHandle: Buffer.from(userHandle, 'base64url'),
        credentialId: Buffer.from(credentialId, 'base64url'),
      }))
    if (!found) throw invalidCredential(sources)
    const { workspaceId, id } = found
    return {
      ...{ workspaceId, id, lineageId: id, requestsMax: signInsMax },
      actor: `key:${id}`,
      source: 'passkey',
      reach: { kind: 'workspace' },
      scopes: [],
    }
  }
}
