import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertMoneyApp } from '@affiliate-platform/test-support/money-builders'
import { expect, test } from 'vitest'
import type { Database } from '../../src/database/statements/database.ts'
import { previewAtLength } from '../../src/payout-runs.ts'

const readTimeout = { name: '', text: `select current_setting('statement_timeout') as timeout` }

describeOnEachEngine('the preview of a command', (database) => {
  test('has the 10 minutes of a run to add up what is due [D230]', async () => {
    const { workspaceId } = await insertMoneyApp(database())
    const timeouts: unknown[] = []
    const watched: Database = {
      ...database(),
      transaction: (run, options) =>
        database().transaction(async (tx) => {
          const result = await run(tx)
          timeouts.push(...(await tx.query(readTimeout, [])))
          return result
        }, options),
    }
    expect(await previewAtLength(watched, { workspaceId, asOf: new Date('2026-04-01') })).toMatchObject({
      ok: true,
    })
    expect(timeouts).toEqual([{ timeout: '10min' }])
  })
})
