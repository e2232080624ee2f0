import type { Queryable, Statement } from '../database/statements/database.ts'
import type { ListPage } from '../database/statements/list-page.ts'
import { newId } from '../database/statements/new-id.ts'

/** The lists that are downloaded. */
export const downloadedLists = ['members', 'payouts', 'commissions', 'referrals'] as const

/** What is downloaded, and by whom. */
export interface NewDownload {
  readonly workspaceId: string
  readonly accountId: string
  readonly list: (typeof downloadedLists)[number]
  readonly filters: Readonly<Record<string, string>>
}

/** Which download. */
export interface DownloadKey {
  readonly workspaceId: string
  readonly id: string
}

/** A list that was downloaded, or is. */
export interface ListedDownload extends Omit<NewDownload, 'workspaceId' | 'filters'> {
  readonly id: string
  /** Null once they are forgotten. */
  readonly filters: NewDownload['filters'] | null
  /** Cut off is one that has ended early, and one of which nothing was sent for two minutes. */
  readonly state: 'running' | 'whole' | 'cut_off'
  /** That were sent so far. */
  readonly rows: number
  readonly createdAt: Date
  /** Null while it is running, and where nobody knows. */
  readonly endedAt: Date | null
}

const insertStatement: Statement = {
  name: 'download_insert',
  text: 'insert into downloads (workspace_id, id, account_id, list, filters) values ($1, $2, $3, $4, $5)',
}

const noteStatement: Statement = {
  name: 'download_note',
  text: `
    update downloads set row_count = $3, sent_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and id = $2`,
}

const endStatement: Statement = {
  name: 'download_end',
  text: `
    update downloads set row_count = $3, is_whole = $4, ended_at = date_trunc('milliseconds', now())
    where workspace_id = $1 and id = $2`,
}

const listStatement: Statement = {
  name: 'download_list',
  text: `
    select id, account_id as "accountId", list, filters, row_count as rows, created_at as "createdAt", ended_at as "endedAt",
      case
        when is_whole then 'whole'
        when ended_at is null and sent_at > now() - interval '2 minutes' then 'running'
        else 'cut_off'
      end as state
    from downloads
    where workspace_id = $1 and ($2::uuid is null or id < $2)
    order by id desc
    limit $3`,
}

/** Writes down that somebody downloads a list. Returns its id. */
export async function beginDownload(database: Queryable, download: NewDownload): Promise<string> {
  const { workspaceId, accountId, list, filters } = download
  const id = newId()
  await database.query(insertStatement, [workspaceId, id, accountId, list, JSON.stringify(filters)])
  return id
}

/** Says how many rows of a download were sent so far. */
export async function noteDownload(
  database: Queryable,
  { workspaceId, id }: DownloadKey,
  rows: number,
): Promise<void> {
  await database.query(noteStatement, [workspaceId, id, rows])
}

/** Says that a download has ended, and whether all of it was sent. */
export async function endDownload(
  database: Queryable,
  { workspaceId, id }: DownloadKey,
  { rows, isWhole }: { readonly rows: number; readonly isWhole: boolean },
): Promise<void> {
  await database.query(endStatement, [workspaceId, id, rows, isWhole])
}

/** Lists the downloads of a workspace, the latest first. */
export async function listDownloads(
  database: Queryable,
  workspaceId: string,
  { after, limit }: ListPage,
): Promise<readonly ListedDownload[]> {
  return await database.query<ListedDownload>(listStatement, [workspaceId, after ?? null, limit])
}
