export {
  type Account,
  type AccountKey,
  findAccount,
  findAccountByEmail,
  insertAccount,
  listAccounts,
  listOperators,
  type NewAccount,
} from './people/accounts.ts'
export {
  type AddressChange,
  type AddressChangeKey,
  findTakeBackEnd,
  findWaiting,
  listAddressChanges,
} from './people/address-changes.ts'
export { type AddressLink, createAddressLinks } from './people/address-links.ts'
export { findOwner, type MembersReach, type OwnKind } from './people/find-owner.ts'
export {
  createPasskeySearch,
  type FindPasskey,
  type ShownPasskey,
  toUserHandle,
} from './people/find-passkey.ts'
export { grantRole, type NewRole, type RoleGrant } from './people/grant-role.ts'
export { type InvitedPerson, invitePerson, type PersonInvitation } from './people/invite-person.ts'
export { listActorNames } from './people/list-actor-names.ts'
export {
  findMemberView,
  listMemberViews,
  type MemberView,
  type MemberViewKey,
  viewAsMember,
} from './people/member-views.ts'
export {
  inviteMember,
  listMembershipPeople,
  listOwnMemberships,
  type MemberInvitation,
  type MembershipPerson,
  type OwnMembership,
  removeMember,
} from './people/membership-people.ts'
export {
  type Challenge,
  type ChallengeUse,
  challengeLifeMs,
  createPasskeyChallenges,
  type PasskeyChallenges,
} from './people/passkey-challenges.ts'
export {
  insertPasskey,
  type ListedPasskey,
  listPasskeys,
  type NewPasskey,
  type PasskeyKey,
  type PasskeySecret,
  readPasskey,
  removePasskey,
} from './people/passkeys.ts'
export {
  listSavedAddresses,
  removeSavedAddress,
  type SavedAddress,
  saveAddress,
  savedAddressesMax,
} from './people/saved-addresses.ts'
export {
  createMemberSessionSearch,
  createSessionSearch,
  endOtherSessions,
  endOwnSession,
  endSession,
  type FindSession,
  isFreshSession,
  type ListedSession,
  listSessions,
  type MemberSession,
  type Session,
  type SessionKey,
} from './people/sessions.ts'
export {
  type Audience,
  createSignInSearch,
  issueSignInLink,
  type NewSession,
  type SignInLink,
  useSignInLink,
} from './people/sign-in-links.ts'
export { type EndedAccess, signOutEverywhere } from './people/sign-out-everywhere.ts'
export { type PasskeyUse, usePasskey } from './people/use-passkey.ts'
