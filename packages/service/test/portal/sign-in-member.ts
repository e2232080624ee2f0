import { type ConsoleResponse, memberViewHeader } from '@affiliate-platform/contract/console'
import { type AccountKey, inviteMember, issueSignInLink } from '@affiliate-platform/platform/people'
import type { TestService } from '@affiliate-platform/test-support/test-service'
import { origin, signIn } from '../console/sign-in.ts'

/** Lets somebody act for a member; returns their account. */
export async function addMember(
  { database, ids }: TestService,
  name: string,
  membershipId = ids.membershipId,
) {
  const { workspaceId } = ids
  const email = `${name.toLowerCase()}@members.example`
  const invited = await inviteMember(database, { workspaceId, membershipId, email, name })
  if (invited === undefined) throw new Error('There is no such membership.')
  return { workspaceId, accountId: invited.person.id, membershipId }
}

/** Signs somebody in who acts for a member; returns what their browser sends with each request. */
export async function signInMember(service: TestService, name: string, membershipId?: string) {
  return await signInAccount(service, await addMember(service, name, membershipId))
}

/** Signs a person in to the portal; returns what their browser sends with each request. */
export async function signInAccount(service: TestService, account: AccountKey) {
  const link = await issueSignInLink(service.database, account, 'member')
  const response = await service.fetch('/api/portal/v1/sign-in', { method: 'POST', key: link?.token ?? '' })
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
  return { cookie, origin }
}

/** What a browser sends with each request. */
export type Headers = Readonly<Record<string, string>>

/** Has an operator see the portal as a member; returns what their browser sends with each request from then on. */
export async function beginView(service: TestService, name: string, membershipId = service.ids.membershipId) {
  const headers = await signIn(service, name)
  const path = `/api/console/v1/members/${membershipId}/views`
  const response = await service.fetch(path, { method: 'POST', headers })
  const { view } = (await response.json()) as ConsoleResponse<'viewAsMember'>
  if (view === null) throw new Error('Nobody acts for the member.')
  return { ...headers, [memberViewHeader]: view.id }
}
