import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

const script = fileURLToPath(new URL('../../../scripts/ha-demo.ts', import.meta.url))

describe.skipIf(!existsSync('/usr/lib/postgresql'))('a primary that is lost under load', () => {
  test('takes nothing along that was acknowledged, and is written to again [D115]', async () => {
    const args = ['--conditions=@affiliate-platform/source', script, '--seconds', '2']
    const { stdout } = await promisify(execFile)(process.execPath, args)
    const figures = JSON.parse(stdout)
    expect(figures).toMatchObject({ lost: 0, doubled: 0, otherStatuses: [] })
    expect(figures.acknowledgedBefore).toBeGreaterThan(0)
    expect(figures.acknowledged).toBeGreaterThan(figures.acknowledgedBefore)
  }, 120_000)
})
