import type { Role } from '@affiliate-platform/contract/console'
import type { Random } from './random.ts'
import type { Row } from './rows.ts'

/** The operators of the demo. */
const people: readonly { readonly name: string; readonly role: Role }[] = [
  { name: 'Ada', role: 'owner' },
  { name: 'Finn', role: 'finance' },
  { name: 'Rita', role: 'reader' },
]

/** Builds the operators of a workspace of the demo, with what they may do. */
export function buildPeople(
  { idAt }: Random,
  { workspaceId: workspace_id, atMs }: { readonly workspaceId: string; readonly atMs: number },
) {
  const created_at = new Date(atMs).toISOString()
  const accounts = people.map(({ name }) => ({
    ...{ workspace_id, id: idAt(atMs), name, created_at },
    email: `${name.toLowerCase()}@bright.example`,
  }))
  const account_roles: readonly Row[] = accounts.map(({ id: account_id }, index) => ({
    ...{ workspace_id, id: idAt(atMs), account_id, number: 1, created_at },
    role: people[index]?.role,
    actor: 'system',
  }))
  return { accounts, account_roles }
}
