/** What was done, in words. */
export const actions: Readonly<Record<string, string>> = {
  create: 'created',
  change: 'changed',
  delete: 'deleted',
}

const kindNames: Readonly<Record<string, string>> = {
  api_key: 'API key',
  account: 'person',
  account_role: 'role',
  sign_in_link: 'sign-in link',
}

/** What kind of record it was done to, in words. */
export const nameKind = (kind: string): string => kindNames[kind] ?? kind.replaceAll('_', ' ')
