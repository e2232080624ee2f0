import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { newId } from '../../src/database/statements/new-id.ts'
import { savePiece } from '../../src/history.ts'
import { deleteOldUploads } from '../../src/retention/delete-history-uploads.ts'

const hourMs = 3_600_000

describeOnEachEngine('an upload that nobody imports', (database) => {
  test('is taken away after a day, and not before [D432]', async () => {
    const { workspaceId } = await insertApp(database())
    const uploadId = newId()
    for (const number of [0, 1]) {
      const piece = { workspaceId, uploadId, file: 'affiliates.json', number, bytes: Buffer.from('piece') }
      expect(await savePiece(database(), piece)).toBe(true)
    }
    const count = async () =>
      (
        await database().query({ name: '', text: 'select 1 from history_uploads where workspace_id = $1' }, [
          workspaceId,
        ])
      ).length
    await deleteOldUploads(database(), Date.now() + 23 * hourMs)
    expect(await count()).toBe(2)
    await deleteOldUploads(database(), Date.now() + 25 * hourMs)
    expect(await count()).toBe(0)
  })
})
