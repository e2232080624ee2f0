import type { ConsoleBody } from '@affiliate-platform/contract/console'
import {
  accessDenied,
  type Caller,
  invalidCredential,
  type PlainRequest,
} from '@affiliate-platform/contract/server'
import { actAs } from '@affiliate-platform/platform/audit'
import type { Database } from '@affiliate-platform/platform/database'
import {
  type Audience,
  challengeLifeMs,
  findAccount,
  insertPasskey,
  isFreshSession,
  listPasskeys,
  readPasskey,
  removePasskey,
  toUserHandle,
  usePasskey,
} from '@affiliate-platform/platform/people'
import type { Passkeys } from './passkeys.ts'
import type { SessionCookie } from './session-cookie.ts'
import { passkeyAlgorithms, verifyMade, verifySigned } from './verify-passkey.ts'

/** What a half needs to have passkeys. */
interface PasskeyContext {
  readonly database: Database
  readonly cookie: SessionCookie
  readonly passkeys: Passkeys
}

interface OfCaller extends Pick<PlainRequest, 'header'> {
  readonly caller: Caller
}

/** What a device calls the place where it signs in. */
const placeNames: Readonly<Record<Audience, string>> = {
  operator: 'Affiliate console',
  member: 'Affiliate portal',
}

const type = 'public-key' as const

const notFresh =
  'You signed in more than 15 minutes ago. Sign out and in again, so that nobody else adds a passkey at your screen.'
const notOffered = 'Passkeys are not offered at this address.'
const notAccepted = 'The service does not accept what your device has made. Try again.'

/** Creates what shows the passkeys of who is signed in to one half, adds and removes them, and signs people in by them. */
export function createOwnPasskeys({ database, cookie, passkeys }: PasskeyContext, audience: Audience) {
  const { challenges, nowMs, findParty } = passkeys
  const listOwn = ({ workspaceId, lineageId: accountId }: Caller) =>
    listPasskeys(database, { workspaceId, accountId, audience })
  return {
    list: async ({ caller }: Pick<OfCaller, 'caller'>) => {
      const items = (await listOwn(caller)).map(({ id, name, createdAt, lastUsedAt }) => ({
        ...{ id, name, addedAt: createdAt.toISOString() },
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      }))
      return { value: { items } }
    },

    challenge: async ({ caller, header }: OfCaller) => {
      const { workspaceId, lineageId: accountId, id } = caller
      const reject = (rejected: string) => ({ value: { options: null, rejected } })
      const party = findParty({ header })
      if (party === undefined) return reject(notOffered)
      if (!(await isFreshSession(database, { workspaceId, id }))) return reject(notFresh)
      const account = await findAccount(database, { workspaceId, accountId })
      if (account === undefined) throw accessDenied()
      const known = await listOwn(caller)
      const challenge = challenges.make({ workspaceId, id }, nowMs())
      const owner = { workspaceId, accountId, audience }
      const options = toCreationOptions({ partyId: party.id, owner, account, known, challenge })
      return { value: { options, rejected: null } }
    },

    add: async ({ caller, header, body }: OfCaller & { readonly body: ConsoleBody<'addPasskey'> }) => {
      const { name, transports, ...made } = body
      const { workspaceId, lineageId: accountId, id, actor } = caller
      const party = findParty({ header })
      if (party === undefined) return { value: { rejected: notOffered } }
      // A challenge that was made for another session is good for nothing here.
      const readChallenge = (text: string) => challenges.read({ workspaceId, id }, text, nowMs())
      const verified = await verifyMade({ party, readChallenge }, made)
      if (verified === undefined) return { value: { rejected: notAccepted } }
      const { challenge, ...secret } = verified
      const isNew = await insertPasskey(actAs(database, actor), {
        ...{ workspaceId, accountId, audience, ...secret, name, transports },
        ...{ id: challenge.id, challengedAt: challenge.madeAt },
      })
      return { value: { rejected: isNew ? null : notAccepted } }
    },

    remove: async ({ caller, pathId: id }: Pick<OfCaller, 'caller'> & { readonly pathId: string }) => {
      const { workspaceId, lineageId: accountId, actor } = caller
      const name = await removePasskey(actAs(database, actor), { workspaceId, accountId, id, audience })
      if (name === undefined) throw accessDenied()
      return { value: {} }
    },

    signIn: async ({
      caller,
      header,
      body,
    }: OfCaller & { readonly body: ConsoleBody<'signInByPasskey'> }) => {
      const party = findParty({ header })
      const passkey = party && (await readPasskey(database, caller))
      const readChallenge = (text: string) => challenges.read('sign_in', text, nowMs())
      const verified = passkey && (await verifySigned({ party, readChallenge }, passkey, body))
      const use = verified && { counter: verified.counter, challengedAt: verified.challenge.madeAt, audience }
      const session = use && (await usePasskey(database, caller, use))
      if (session === undefined) throw invalidCredential([caller.source])
      return { value: {}, headers: { 'Set-Cookie': cookie.write(session.token, session.expiresAt) } }
    },
  }
}

interface NewPasskey {
  readonly partyId: string
  readonly owner: Parameters<typeof toUserHandle>[0]
  readonly account: NonNullable<Awaited<ReturnType<typeof findAccount>>>
  /** Those that they have: a device that holds one of them makes no second. */
  readonly known: Awaited<ReturnType<typeof listPasskeys>>
  readonly challenge: string
}

/** What a browser makes a passkey by. */
const toCreationOptions = ({ partyId, owner, account, known, challenge }: NewPasskey) =>
  ({
    rp: { id: partyId, name: placeNames[owner.audience] },
    user: { id: toUserHandle(owner).toString('base64url'), name: account.email, displayName: account.name },
    challenge,
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type, alg })),
    timeout: challengeLifeMs,
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      ...{ type, id: Buffer.from(credentialId).toString('base64url'), transports },
    })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }) as const
