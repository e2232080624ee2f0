import type { consoleOperations } from '@affiliate-platform/contract/console'
import { accessDenied, type Handlers } from '@affiliate-platform/contract/server'
import { toPlaces } from '@affiliate-platform/platform/balances'
import type { RequestContext } from '@affiliate-platform/platform/database'
import { eraseMember, type MemberErasure } from '@affiliate-platform/platform/erasure'
import { findMembership } from '@affiliate-platform/platform/memberships'
import { type ConsoleContext, toPlacesOnWire } from './console-context.ts'

type ErasureOperations = Pick<typeof consoleOperations, 'eraseMember'>

const otherName = 'The member is called otherwise. Look whom you erase, and type that name.'

/** Erases members, or says what that would come to. */
export function createErasureHandlers({ database }: ConsoleContext) {
  return {
    eraseMember: async ({ caller: { workspaceId, actor }, pathId: membershipId, body }) => {
      const membership = await findMembership(database, { workspaceId, id: membershipId })
      if (membership === undefined) throw accessDenied()
      if (!body.isDryRun && body.name.trim() !== membership.name.trim()) {
        return { value: { rejected: otherName, erasure: null } }
      }
      const plan = { workspaceId, membershipId, actor, isDryRun: body.isDryRun }
      const erasure = await eraseMember(database, plan)
      if (erasure === undefined) throw accessDenied()
      return { value: { rejected: null, erasure: toErasureOnWire(erasure) } }
    },
  } satisfies Handlers<ErasureOperations, RequestContext>
}

const toErasureOnWire = ({ name, people, payeesErased, payeesKept, open }: MemberErasure) => ({
  ...{ name, payeesErased, payeesKept },
  people: people.map((person) => ({ name: person.name, email: person.email, isErased: person.isErased })),
  open: open.map((balance) => toPlacesOnWire(toPlaces(balance))),
})
