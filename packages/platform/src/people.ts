export {
  type Account,
  type AccountKey,
  findAccount,
  findAccountByEmail,
  insertAccount,
  listAccounts,
  type NewAccount,
} from './people/accounts.ts'
export { grantRole, type RoleGrant } from './people/grant-role.ts'
export { createSessionSearch, endSession, endSessions, type Session } from './people/sessions.ts'
export {
  createSignInSearch,
  issueSignInLink,
  type NewSession,
  type SignInLink,
  useSignInLink,
} from './people/sign-in-links.ts'
