import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { migrate, openPostgres } from '../../src/database.ts'

/** Into so many parts each table is spread. */
const partitions = 4

const tablePattern = /create (?:unlogged )?table (\w+) \((.*?)\n\)(?: with \([^)]*\))?;/gs

/** A migration with each table that has a workspace spread by it; those without are shared, and stay as they are. */
function partitionByWorkspace(sql: string): string {
  return sql.replace(tablePattern, (table: string, name: string, body: string) => {
    if (!/^ {2}workspace_id uuid/m.test(body)) return table
    const parts = Array.from(
      { length: partitions },
      (_, part) => `
        create table ${name}_part${part} partition of ${name}
        for values with (modulus ${partitions}, remainder ${part});`,
    )
    return `create table ${name} (${body}\n) partition by hash (workspace_id);${parts.join('')}`
  })
}

// What a statement writes belongs to the workspace that it names.
const guardRows = `
  create function refuse_foreign_row() returns trigger language plpgsql as $$
  begin
    if coalesce(new.workspace_id, old.workspace_id)::text <> nullif(current_setting('test.workspace', true), '') then
      raise exception 'wrote a row of another workspace into %', tg_table_name;
    end if;
    return null;
  end
  $$;
  do $$
  declare
    spread text;
  begin
    for spread in select relname from pg_class where relkind = 'p' loop
      execute format(
        'create trigger refuse_foreign_row after insert or update or delete on %I
        for each row execute function refuse_foreign_row()',
        spread
      );
    end loop;
  end
  $$;`

/** Makes a database of the product's own migrations whose tables are spread by workspace, and returns its URL. */
export async function createPartitionedDatabase(): Promise<string> {
  const server = await openPostgres(inject('directPostgresUrl'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await server.query({ name: 'create_partitioned', text: `create database ${name}` }, [])
  await server.close()
  const url = new URL(inject('directPostgresUrl'))
  url.pathname = `/${name}`
  const database = await openPostgres(url.href)
  await migrate({ ...database, script: (sql) => database.script(partitionByWorkspace(sql)) })
  await database.script(guardRows)
  await database.close()
  return url.href
}
