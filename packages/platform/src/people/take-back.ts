/** Whether a row of `address_changes` can still be undone from the address before: for seven days after it took effect (D449). */
export const canBeTakenBack = (change: string): string =>
  `(${change}.ended_at is null and ${change}.applied_at > now() - interval '168 hours')`

/** Selects who of the workspace `$1` had an address, and can take it back: as long as they can, nobody else gets it. */
export const selectWhoMayTakeBack = (email: string): string => `
  select former.account_id
  from address_changes former
  where former.workspace_id = $1 and former.former_email = ${email} and ${canBeTakenBack('former')}
  limit 1`
