import type { Queryable, Statement } from '../database/statements/database.ts'

/** Until when nothing is paid to the payee of a row of `payees` that a member has added, beside the row of its `workspace`. */
export const heldUntilOf = (payee: string): string =>
  `${payee}.created_at + make_interval(hours => 24 * workspace.payee_hold_days)`

/**
 * Joins the payee in force of a membership of the workspace `$1`, as `payee`: until when it waits, and whether another one was
 * before. None of its details is read; a payee without any was erased (D447), and counts as none.
 */
export const joinPayee = (membershipId: string): string => `
    left join lateral (
      select latest.id, latest.created_at,
        exists (
          select from payees former
          where former.workspace_id = $1 and former.membership_id = ${membershipId}
            and (former.effective_from, former.id) < (latest.effective_from, latest.id)
        ) as has_former,
        case when latest.actor like 'member:%' then ${heldUntilOf('latest')} end as held_until
      from payees latest
      join workspaces workspace on workspace.workspace_id = $1
      where latest.workspace_id = $1 and latest.membership_id = ${membershipId} and latest.effective_from <= now()
        and latest.details_salt is not null
      order by latest.effective_from desc, latest.id desc
      limit 1
    ) payee on true`

/** Whether the `payee` joined so is not paid yet: the first one of a member is at once, as no money went elsewhere before. */
export const isPayeeHeld = 'payee.has_former and payee.held_until > now()'

const findStatement: Statement = {
  name: 'payee_find_hold',
  text: `
    select payee.held_until as "heldUntil"
    from memberships member ${joinPayee('$2')}
    where member.workspace_id = $1 and member.id = $2 and ${isPayeeHeld}`,
}

/** Until when nothing is paid to where a member has moved their payouts; `undefined` where nothing waits for that. */
export async function findPayeeHold(
  database: Queryable,
  { workspaceId, membershipId }: { readonly workspaceId: string; readonly membershipId: string },
): Promise<Date | undefined> {
  const [hold] = await database.query<{ readonly heldUntil: Date }>(findStatement, [
    workspaceId,
    membershipId,
  ])
  return hold?.heldUntil
}
