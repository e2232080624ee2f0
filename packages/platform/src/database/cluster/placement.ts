import type { Queryable } from '../statements/database.ts'

/**
 * Where the rows of a table belong on a cluster: on the node of their workspace, with all others of it; on that of their
 * workspace, but moved by itself; or all of them on every node.
 */
export type Placement = 'by workspace' | 'by workspace, apart' | 'on every node'

/** A table of the schema on a cluster. */
export interface PlacedTable {
  readonly table: string
  readonly belongs: Placement
  /** Where it is. */
  readonly is: Placement | 'on one node' | 'otherwise'
}

// On a plain server there is no such table: none of these texts is a statement that runs everywhere.
const spread = 'pg_dist_partition'

// A part that has moved to another node is seen until it is dropped there: tables of ours end in no number.
// A table comes after those that it refers to. What is unlogged cannot be replicated, and so would hold up the move of
// what it is spread with.
const listTables = {
  name: 'cluster_list_tables',
  text: `
    with recursive
      known as (
        select
          oid, relname::text as name, relpersistence = 'u' as is_unlogged,
          exists (
            select from pg_attribute where attrelid = class.oid and attname = 'workspace_id' and not attisdropped
          ) as has_workspace
        from pg_class class
        where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname !~ '_\\d+$'
      ),
      depths as (
        select oid, 0 as depth from known
        union
        select reference.conrelid, depths.depth + 1
        from depths
        join pg_constraint reference
          on reference.confrelid = depths.oid and reference.contype = 'f' and reference.conrelid <> depths.oid
        join known on known.oid = reference.conrelid
      ),
      placed as (
        select logicalrelid::oid as oid, partmethod, repmodel, colocationid,
          column_to_column_name(logicalrelid, partkey) as key
        from ${spread}
      )
    select
      known.name as "table",
      case
        when not known.has_workspace then 'on every node'
        when known.is_unlogged then 'by workspace, apart'
        else 'by workspace'
      end as belongs,
      case
        when placed.oid is null then 'on one node'
        when placed.partmethod = 'n' then case placed.repmodel when 't' then 'on every node' else 'on one node' end
        when placed.partmethod <> 'h' or placed.key <> 'workspace_id' then 'otherwise'
        when placed.colocationid = base.colocationid then 'by workspace'
        else 'by workspace, apart'
      end as "is"
    from known
    left join placed on placed.oid = known.oid
    left join placed base on base.oid = 'workspaces'::regclass
    order by
      (select max(depth) from depths where depths.oid = known.oid), known.name <> 'workspaces', known.name`,
}

/** Lists the tables of a cluster, each after those that it refers to. */
export async function listPlacements(database: Queryable): Promise<readonly PlacedTable[]> {
  return await database.query<PlacedTable>(listTables, [])
}

const isSpread = {
  name: 'cluster_is_spread',
  text: `
    select exists (
      select from ${spread} where logicalrelid = to_regclass('workspaces') and partmethod = 'h'
    ) as "isSpread"`,
}

const readVersion = {
  name: 'cluster_read_version',
  text: `select extversion as version from pg_extension where extname = 'citus'`,
}

/** The version of Citus that the database has; `undefined` where it has none. */
export async function readCitusVersion(database: Queryable): Promise<string | undefined> {
  const [extension] = await database.query<{ readonly version: string }>(readVersion, [])
  return extension?.version
}

/** Whether the tables of a database are spread over several nodes. */
export async function isDistributed(database: Queryable): Promise<boolean> {
  if ((await readCitusVersion(database)) === undefined) return false
  const [found] = await database.query<{ readonly isSpread: boolean }>(isSpread, [])
  return found?.isSpread === true
}
