import type { Queryable } from '@affiliate-platform/platform/database'

/** Reads what a column, such as `referrals.shop_domain`, has under an id. */
export async function readColumn(
  database: Queryable,
  column: `${string}.${string}`,
  id: string,
): Promise<unknown> {
  const [table] = column.split('.')
  const text = `select ${column} as found from ${table} where id = $1`
  const [row] = await database.query<{ readonly found: unknown }>({ name: '', text }, [id])
  return row?.found
}
