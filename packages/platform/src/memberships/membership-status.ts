import { termsFrom } from '../terms/terms-from.ts'

/**
 * The state of a membership as SQL: what was said of it last, else whether terms are in force for it (D61, D139). The
 * workspace is the statement's first value.
 *
 * @param membership - the name of the membership's row in SQL
 * @param now - the time in SQL
 */
export function membershipStatus(membership: string, now: string): string {
  const terms = [
    termsFrom('membership', `${membership}.id`),
    termsFrom('group', `${membership}.group_id`),
    termsFrom('program', `${membership}.program_id`),
  ]
  return `coalesce(
    (
      select nullif(said.state, 'active')
      from membership_states said
      where said.workspace_id = $1 and said.membership_id = ${membership}.id
      order by said.created_at desc, said.id desc
      limit 1
    ),
    case when least(${terms.join(', ')}) <= ${now} then 'active' else 'without_terms' end
  )`
}
