import type { ConsoleBody, ConsoleResponse } from '@affiliate-platform/contract/console'
import { accessDenied, type Caller } from '@affiliate-platform/contract/server'
import { changeAddress, confirmAddress } from '@affiliate-platform/platform/addresses'
import { actAs } from '@affiliate-platform/platform/audit'
import type { Database } from '@affiliate-platform/platform/database'
import {
  type AddressChange,
  type Audience,
  findAccount,
  findTakeBackEnd,
  findWaiting,
  isFreshSession,
  listAddressChanges,
} from '@affiliate-platform/platform/people'

export interface OfCaller {
  readonly caller: Caller
}

export interface Sending<Name extends 'changeOwnAddress' | 'confirmOwnAddress'> extends OfCaller {
  readonly body: ConsoleBody<Name>
}

/** What a half needs to have addresses changed. */
interface AddressContext {
  readonly database: Database
  /** Links are sent by mail alone. */
  readonly sendsMail: boolean
}

/** Creates what people do about their own address, in one half. */
export function createOwnAddress({ database, sendsMail }: AddressContext, audience: Audience) {
  const read = async (caller: Caller): Promise<ConsoleResponse<'readOwnAddress'>> => {
    const { workspaceId, lineageId: accountId } = caller
    const [account, changes, isFresh] = await Promise.all([
      findAccount(database, { workspaceId, accountId }),
      listAddressChanges(database, { workspaceId, accountId }),
      isFreshSession(database, caller),
    ])
    if (account === undefined) throw accessDenied()
    const isElsewhere = audience === 'member' && account.role !== null
    return {
      email: account.email,
      next: toNextAddress(findWaiting(changes)),
      takeBackUntil: findTakeBackEnd(changes)?.toISOString() ?? null,
      refused: isElsewhere ? 'operator' : sendsMail ? null : 'no_mail',
      isFresh,
    }
  }

  type Rejection = ConsoleResponse<'changeOwnAddress'>['rejected']
  const change = async ({ caller, body: { email } }: Sending<'changeOwnAddress'>): Promise<Rejection> => {
    const { workspaceId, lineageId: accountId, actor } = caller
    if (!(await isFreshSession(database, caller))) return 'sign_in_again'
    if (!sendsMail) return 'no_mail'
    const address = { workspaceId, accountId, email, by: { audience } }
    const changed = await changeAddress(actAs(database, actor), address)
    if (changed.ok) return null
    const { rejection } = changed
    if (rejection === 'unknown_account' || rejection === 'taken') throw accessDenied()
    return rejection
  }

  return {
    read: async ({ caller }: OfCaller) => ({ value: await read(caller) }),

    change: async (asked: Sending<'changeOwnAddress'>) => {
      const rejected = await change(asked)
      return { value: { ...(await read(asked.caller)), rejected } }
    },

    confirm: async ({ caller, body: { token } }: Sending<'confirmOwnAddress'>) => {
      const { workspaceId, lineageId: accountId, id, actor } = caller
      const session = { workspaceId, accountId, id, audience }
      const proof = await confirmAddress(actAs(database, actor), session, token)
      return { value: { rejected: proof === 'changed' ? null : proof } }
    },
  }
}

/** An address that is to take effect, as the wire has it. */
export function toNextAddress(change: AddressChange | undefined) {
  if (change === undefined) return null
  const { email, audience, createdAt, appliesFrom, provedAt } = change
  return {
    ...{ email, askedAt: createdAt.toISOString(), isProved: provedAt !== null },
    appliesFrom: audience === null ? appliesFrom.toISOString() : null,
  }
}
