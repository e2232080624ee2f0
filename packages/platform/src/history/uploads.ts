import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Queryable, Statement } from '../database/statements/database.ts'
import { HistoryError } from './history-row.ts'
import type { ExportFolder } from './mantle/export-folder.ts'

interface UploadKey {
  readonly workspaceId: string
  readonly uploadId: string
}

/** A piece of one of its files, as gzip packs it. */
export interface UploadedPiece extends UploadKey {
  readonly file: string
  readonly number: number
  readonly bytes: Uint8Array
}

const packedBytesMax = 16_777_216
const fileBytesMax = 268_435_456

const deleteOthersStatement: Statement = {
  name: 'history_upload_delete_others',
  text: 'delete from history_uploads where workspace_id = $1 and upload_id <> $2',
}

const deleteStatement: Statement = {
  name: 'history_upload_delete',
  text: 'delete from history_uploads where workspace_id = $1 and upload_id = $2',
}

// Of one upload there are some hundred pieces.
const insertStatement: Statement = {
  name: 'history_upload_insert',
  text: `
    insert into history_uploads (workspace_id, upload_id, file, number, bytes)
    select $1, $2, $3, $4, $5
    where (
      select coalesce(sum(octet_length(bytes)), 0) from history_uploads where workspace_id = $1 and upload_id = $2
    ) + octet_length($5::bytea) <= ${packedBytesMax}
    on conflict (workspace_id, upload_id, file, number) do update set bytes = excluded.bytes
    returning 1`,
}

const readStatement: Statement = {
  name: 'history_upload_read',
  text: 'select file, bytes from history_uploads where workspace_id = $1 and upload_id = $2 order by file, number',
}

/** Saves a piece, and forgets any other upload of the workspace. Returns whether the upload has room for it. */
export async function savePiece(
  database: Queryable,
  { workspaceId, uploadId, file, number, bytes }: UploadedPiece,
): Promise<boolean> {
  await database.query(deleteOthersStatement, [workspaceId, uploadId])
  const values = [workspaceId, uploadId, file, number, bytes]
  return (await database.query(insertStatement, values)).length > 0
}

/** Forgets an upload. */
export async function deleteUpload(database: Queryable, { workspaceId, uploadId }: UploadKey): Promise<void> {
  await database.query(deleteStatement, [workspaceId, uploadId])
}

/** Reads an upload, packed as it is: while it is imported, an embedded database serves nobody else. */
export async function openUpload(
  database: Queryable,
  { workspaceId, uploadId }: UploadKey,
  name: string,
): Promise<ExportFolder> {
  const pieces = await database.query<{ file: string; bytes: Uint8Array }>(readStatement, [
    ...[workspaceId, uploadId],
  ])
  return {
    name,
    open: async (file) => {
      const own = pieces.filter((piece) => piece.file === file)
      return own.length === 0
        ? undefined
        : unpack(
            own.map(({ bytes }) => bytes),
            file,
          )
    },
  }
}

/** @throws HistoryError where what was packed is not whole, or is more than anybody's export */
async function* unpack(pieces: readonly Uint8Array[], file: string): AsyncGenerator<Uint8Array> {
  const packed = Readable.from(pieces)
  const gunzip = createGunzip()
  packed.on('error', (error) => gunzip.destroy(error))
  let bytes = 0
  try {
    for await (const chunk of packed.pipe(gunzip)) {
      bytes += chunk.length
      if (bytes > fileBytesMax) throw new HistoryError(`${file}: it is too large to be uploaded.`)
      yield chunk
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new HistoryError(`${file}: it did not arrive whole. Upload it again.`)
    throw error
  } finally {
    packed.destroy()
  }
}
