import { issueSignInLink, listAccounts } from '@affiliate-platform/platform/people'
import type { TestService } from '@affiliate-platform/test-support/test-service'

/** Where the console of a service under test is. */
export const origin = 'http://localhost:4010'

/** Where nobody has built it. */
export const folder = import.meta.dirname

type Name = 'Ada' | 'Finn' | 'Rita'

/** The id of one of the demo's operators. */
export async function findAccountId({ database, ids }: TestService, name: Name): Promise<string> {
  const accounts = await listAccounts(database, ids.workspaceId)
  const account = accounts.find((one) => one.name === name)
  if (account === undefined) throw new Error(`The demo has no ${name}.`)
  return account.id
}

/** Signs one of the demo's operators in; returns what their browser sends with each request. */
export async function signIn(service: TestService, name: Name) {
  const accountId = await findAccountId(service, name)
  const { workspaceId } = service.ids
  const link = await issueSignInLink(service.database, { workspaceId, accountId })
  const response = await service.fetch('/api/console/v1/sign-in', { method: 'POST', key: link?.token ?? '' })
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
  return { cookie, origin }
}
