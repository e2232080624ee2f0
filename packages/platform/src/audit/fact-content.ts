// What follows from other facts is no part of one. As `fact_digests` of the database has it.
const derived = [
  'claimed_minor',
  'reported_minor',
  'confirmed_minor',
  'open_disputes',
  'is_voided',
  'voided_at',
]

// Of a payee: what goes with an erasure. It is anchored by a digest of its own, which has to be that of what is there, or
// stays where nothing is there any more (D447).
const detailsOfPayee = ['name', 'kind', 'town', 'email', 'iban', 'bic', 'country']
const payeeColumns = detailsOfPayee.map((column) => `fact.${column}`).join(', ')
const digestOfPayee = (workspace: string): string => `case
    when fact.details_salt is null and fact.name = '' and pg_catalog.num_nonnulls(${payeeColumns}) = 1 and exists (
      select from erasures where workspace_id = ${workspace} and membership_id = fact.membership_id
    ) then '{}'
    else pg_catalog.jsonb_build_object('details_digest', pg_catalog.encode(
      pg_catalog.sha256(
        coalesce(fact.details_salt, '') operator(pg_catalog.||)
        pg_catalog.convert_to(pg_catalog.jsonb_build_array(${payeeColumns})::text, 'UTF8')
      ), 'hex'
    ))
  end`

/**
 * A row `fact` of a table as the text that is hashed: without nulls and what follows from other facts. The functions
 * are those of Postgres, whatever else of their names there is.
 *
 * @param workspace - that of the row, in SQL
 */
export function toFactContent(fact: string, workspace: string): string {
  const without: Readonly<Record<string, readonly string[]>> = {
    commissions: ['payout_id'],
    payees: [...detailsOfPayee, 'details_salt'],
  }
  const list = [...derived, ...(without[fact] ?? [])].map((column) => `'${column}'`).join(', ')
  const rest = `pg_catalog.jsonb_strip_nulls(pg_catalog.to_jsonb(fact)) operator(pg_catalog.-) array[${list}]`
  if (fact !== 'payees') return `(${rest})::text`
  return `(${rest} operator(pg_catalog.||) ${digestOfPayee(workspace)})::text`
}

/** A name of the database as an identifier, whatever it contains. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`
