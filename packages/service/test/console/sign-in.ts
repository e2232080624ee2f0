import { issueSignInLink, listAccounts } from '@affiliate-platform/platform/people'
import type { TestService } from '@affiliate-platform/test-support/test-service'

/** Where the console of a service under test is. */
export const origin = 'http://localhost:4010'

/** Where nobody has built it. */
export const folder = import.meta.dirname

/** The id of an operator, such as one of the demo's: Ada, Finn or Rita. */
export async function findAccountId(
  { database, ids }: TestService,
  name: string,
  workspaceId = ids.workspaceId,
): Promise<string> {
  const accounts = await listAccounts(database, workspaceId, { after: undefined, limit: 1000 })
  const account = accounts.find((one) => one.name === name)
  if (account === undefined) throw new Error(`Nobody is called ${name}.`)
  return account.id
}

/** Signs an operator in; returns what their browser sends with each request. */
export async function signIn(service: TestService, name: string, workspaceId = service.ids.workspaceId) {
  const accountId = await findAccountId(service, name, workspaceId)
  const link = await issueSignInLink(service.database, { workspaceId, accountId })
  const response = await service.fetch('/api/console/v1/sign-in', { method: 'POST', key: link?.token ?? '' })
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
  return { cookie, origin }
}
