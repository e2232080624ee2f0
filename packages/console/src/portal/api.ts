import type { MemberBody, MemberOperations, MemberResponse } from '@affiliate-platform/contract/console'
import { CallError, type Sent, send } from '../send.ts'
import { viewId } from './view.ts'

/** Where each operation is. The compiler compares them with the contract, of which the bundle holds no schema. */
const routes: {
  readonly [Name in keyof MemberOperations]: Pick<MemberOperations[Name], 'method' | 'path'>
} = {
  signInMember: { method: 'POST', path: '/api/portal/v1/sign-in' },
  askForMemberLink: { method: 'POST', path: '/api/portal/v1/sign-in-links' },
  signOutMember: { method: 'POST', path: '/api/portal/v1/sign-out' },
  readMemberSession: { method: 'GET', path: '/api/portal/v1/session' },
  listMemberSessions: { method: 'GET', path: '/api/portal/v1/sessions' },
  endMemberSession: { method: 'POST', path: '/api/portal/v1/sessions/:id/end' },
  endOtherMemberSessions: { method: 'POST', path: '/api/portal/v1/sessions/end-others' },
  listMemberMailChoices: { method: 'GET', path: '/api/portal/v1/mail-choices' },
  setMemberMailChoice: { method: 'POST', path: '/api/portal/v1/mail-choices' },
  readMemberAddress: { method: 'GET', path: '/api/portal/v1/address' },
  changeMemberAddress: { method: 'POST', path: '/api/portal/v1/address' },
  confirmMemberAddress: { method: 'POST', path: '/api/portal/v1/address/confirmation' },
  proveAddress: { method: 'POST', path: '/api/portal/v1/address/proof' },
  takeBackAddress: { method: 'POST', path: '/api/portal/v1/address/return' },
  listMemberPasskeys: { method: 'GET', path: '/api/portal/v1/passkeys' },
  challengeMemberPasskey: { method: 'POST', path: '/api/portal/v1/passkeys/challenge' },
  addMemberPasskey: { method: 'POST', path: '/api/portal/v1/passkeys' },
  removeMemberPasskey: { method: 'POST', path: '/api/portal/v1/passkeys/:id/removal' },
  signInMemberByPasskey: { method: 'POST', path: '/api/portal/v1/sign-in/passkey' },
  readHome: { method: 'GET', path: '/api/portal/v1/memberships/:id/home' },
  listEarnings: { method: 'GET', path: '/api/portal/v1/memberships/:id/earnings' },
  explainEarning: { method: 'GET', path: '/api/portal/v1/earnings/:id/explanation' },
  listOwnPayouts: { method: 'GET', path: '/api/portal/v1/memberships/:id/payouts' },
  readOwnPayout: { method: 'GET', path: '/api/portal/v1/payouts/:id' },
  listOwnLinks: { method: 'GET', path: '/api/portal/v1/memberships/:id/links' },
  createOwnLink: { method: 'POST', path: '/api/portal/v1/memberships/:id/links' },
  listOwnReferrals: { method: 'GET', path: '/api/portal/v1/memberships/:id/referrals' },
  readOwnTerms: { method: 'GET', path: '/api/portal/v1/memberships/:id/terms' },
  listOwnMaterials: { method: 'GET', path: '/api/portal/v1/memberships/:id/materials' },
  listOwnClaims: { method: 'GET', path: '/api/portal/v1/memberships/:id/claims' },
  fileOwnClaim: { method: 'POST', path: '/api/portal/v1/memberships/:id/claims' },
  readOwnPayee: { method: 'GET', path: '/api/portal/v1/memberships/:id/payee' },
  changeOwnPayee: { method: 'POST', path: '/api/portal/v1/memberships/:id/payee' },
  leaveOwnProgram: { method: 'POST', path: '/api/portal/v1/memberships/:id/leave' },
  readOwnErasure: { method: 'GET', path: '/api/portal/v1/erasure' },
  eraseOwnAccount: { method: 'POST', path: '/api/portal/v1/erasure' },
  readPublicPage: { method: 'GET', path: '/api/portal/v1/programs/:id/page' },
  applyToProgram: { method: 'POST', path: '/api/portal/v1/programs/:id/applications' },
  downloadStatement: { method: 'GET', path: '/api/portal/v1/memberships/:id/statement.csv' },
  downloadOwnData: { method: 'GET', path: '/api/portal/v1/export.json' },
  answerPayment: { method: 'POST', path: '/api/portal/v1/payouts/:id/answers' },
}

/**
 * Calls an operation.
 *
 * @throws CallError
 */
export async function call<Name extends keyof MemberOperations>(
  name: Name,
  input: Sent<MemberBody<Name>> = {},
): Promise<MemberResponse<Name>> {
  const response = await send(routes[name], { ...input, viewId })
  return (await response.json()) as MemberResponse<Name>
}

/** What is sent as a file. */
type Download = Extract<keyof MemberOperations, `download${string}`>

/**
 * Reads a whole file.
 *
 * @throws CallError, also where the file breaks off
 */
export async function download(name: Download, input: Sent<undefined>): Promise<Blob> {
  const response = await send(routes[name], { ...input, viewId })
  return await response.blob().catch(() => {
    throw new CallError('broken_off', 'The download was interrupted and nothing was saved. Try again.')
  })
}
