import { defineOperation } from '../../operations/definitions/operation.ts'
import { addPasskey, challengePasskey, listPasskeys, removePasskey, signInByPasskey } from '../passkeys.ts'

/** Lists the passkeys by which who is signed in comes to the portal, the latest first. */
export const listMemberPasskeys = defineOperation({
  id: 'listMemberPasskeys',
  method: 'GET',
  path: '/api/portal/v1/passkeys',
  sources: ['member_session'],
  response: listPasskeys.response,
})

/** Begins to add a passkey: says what the browser is to ask of a device, within five minutes. */
export const challengeMemberPasskey = defineOperation({
  id: 'challengeMemberPasskey',
  method: 'POST',
  path: '/api/portal/v1/passkeys/challenge',
  sources: ['member_session'],
  response: challengePasskey.response,
})

/** Adds the passkey that a device has made for a challenge. */
export const addMemberPasskey = defineOperation({
  id: 'addMemberPasskey',
  method: 'POST',
  path: '/api/portal/v1/passkeys',
  sources: ['member_session'],
  body: addPasskey.body,
  response: addPasskey.response,
})

/** Removes a passkey of who is signed in. It signs nobody in from then on, and ends no session. */
export const removeMemberPasskey = defineOperation({
  id: 'removeMemberPasskey',
  method: 'POST',
  path: '/api/portal/v1/passkeys/:id/removal',
  pathRecord: 'passkey',
  sources: ['member_session'],
  response: removePasskey.response,
})

/** Signs a member in by a passkey, named as in the console. The response sets the cookie. */
export const signInMemberByPasskey = defineOperation({
  id: 'signInMemberByPasskey',
  method: 'POST',
  path: '/api/portal/v1/sign-in/passkey',
  sources: ['passkey'],
  body: signInByPasskey.body,
  response: signInByPasskey.response,
})
