import type { TestService } from '@affiliate-platform/test-support/test-service'

/** The count and the sum of all rows of each table, beside what a request that is turned away writes. */
export async function lookAtEverything({ database }: TestService): Promise<Readonly<Record<string, string>>> {
  const tables = await database.query<{ readonly name: string }>(
    {
      name: '',
      text: `select relname as name from pg_class
        where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname <> 'quota_windows'`,
    },
    [],
  )
  const looks = tables.map(({ name }) => {
    const content = name === 'sessions' ? "to_jsonb(row) - 'used_at'" : 'row.*'
    return `select '${name}' as name,
      count(*) || ' ' || coalesce(sum(hashtextextended((${content})::text, 0)), 0) as content from ${name} row`
  })
  const rows = await database.query<{ readonly name: string; readonly content: string }>(
    { name: '', text: `${looks.join(' union all ')} order by name` },
    [],
  )
  return Object.fromEntries(rows.map(({ name, content }) => [name, content]))
}
