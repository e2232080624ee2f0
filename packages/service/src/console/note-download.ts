import { actAs } from '@affiliate-platform/platform/audit'
import type { Database } from '@affiliate-platform/platform/database'
import {
  beginDownload,
  endDownload,
  type NewDownload,
  noteDownload,
} from '@affiliate-platform/platform/downloads'

interface Page<Row> {
  readonly rows: readonly Row[]
}

const pauseMs = 1000

/** Hands pages on, and writes down who takes them, how far they have come each second, and how it has ended. */
export async function* noteDownloadOf<Row>(
  pages: AsyncIterable<Page<Row>>,
  database: Database,
  { actor, ...download }: NewDownload & { readonly actor: string },
): AsyncGenerator<Page<Row>> {
  const { workspaceId } = download
  const key = { workspaceId, id: await beginDownload(actAs(database, actor), download) }
  let notedAtMs = performance.now()
  let rows = 0
  let isWhole = false
  try {
    for await (const page of pages) {
      yield page
      rows += page.rows.length
      if (performance.now() - notedAtMs < pauseMs) continue
      await noteDownload(database, key, rows)
      notedAtMs = performance.now()
    }
    isWhole = true
  } finally {
    await endDownload(database, key, { rows, isWhole })
  }
}
