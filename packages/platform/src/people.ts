export {
  type Account,
  type AccountKey,
  findAccount,
  findAccountByEmail,
  insertAccount,
  listAccounts,
  type NewAccount,
} from './people/accounts.ts'
export { grantRole, type NewRole, type RoleGrant } from './people/grant-role.ts'
export { type Invitation, type InvitedPerson, invitePerson } from './people/invite-person.ts'
export {
  createSessionSearch,
  endOwnSession,
  endSession,
  endSessions,
  type FindSession,
  type ListedSession,
  listSessions,
  type Session,
} from './people/sessions.ts'
export {
  createSignInSearch,
  issueSignInLink,
  type NewSession,
  type SignInLink,
  useSignInLink,
} from './people/sign-in-links.ts'
