// What follows from other facts is no part of one. As `fact_digests` of the database has it.
const derived = [
  'claimed_minor',
  'reported_minor',
  'confirmed_minor',
  'open_disputes',
  'is_voided',
  'voided_at',
]

/**
 * A row `fact` of a table as the text that is hashed: without nulls and what follows from other facts. The functions
 * are those of Postgres, whatever else of their names there is.
 */
export function toFactContent(fact: string): string {
  const without = fact === 'commissions' ? [...derived, 'payout_id'] : derived
  const list = without.map((column) => `'${column}'`).join(', ')
  return `(pg_catalog.jsonb_strip_nulls(pg_catalog.to_jsonb(fact)) operator(pg_catalog.-) array[${list}])::text`
}

/** A name of the database as an identifier, whatever it contains. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`
