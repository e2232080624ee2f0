import { gzipSync } from 'node:zlib'
import { importPartnerdex, savePiece } from '@affiliate-platform/platform/history'
import type { TestService } from '@affiliate-platform/test-support/test-service'
import { buildExport } from '../../../platform/test/history/mantle-export.ts'

/** Uploads an export of Mantle, and imports a PartnerDex that has a program and nobody in it. */
export async function prepareImports({ database, ids: { workspaceId, appId } }: TestService) {
  const uploadId = crypto.randomUUID()
  for (const [file, items] of Object.entries(buildExport())) {
    const bytes = gzipSync(JSON.stringify({ items }))
    await savePiece(database, { workspaceId, uploadId, file, number: 0, bytes })
  }
  const program = { id: 'p', name: 'Partners', app_id: 'lantern' }
  const source = {
    ...{ name: 'partnerdex.sqlite', sha256: '0', version: 6 },
    query: (sql: string) => (sql.includes('affiliate_program_terms') ? [program] : []),
  }
  const { importId } = await importPartnerdex(database, {
    ...{ workspaceId, appId, source, partnerdexApp: undefined, currency: 'USD', actor: 'operator:ada' },
    ...{ cutOverAt: new Date('2026-01-01'), isDryRun: false, onProgress: () => undefined },
  })
  return { appId, uploadId, importId: importId ?? '' }
}
