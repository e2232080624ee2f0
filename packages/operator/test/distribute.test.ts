import { enginesAtHand } from '@affiliate-platform/test-support/test-database'
import { describe, expect, test } from 'vitest'
import { createCommandLine, createEmptyDatabase, createEmptyPlatform } from './command-line.ts'

describe.skipIf(!enginesAtHand.includes('postgres'))('distributing a database that is no cluster', () => {
  test('says what is missing, and changes nothing [D416]', async () => {
    expect(await createCommandLine({}).rejection('distribute', 2)).toContain('Set DATABASE_URL')
    const unmigrated = createCommandLine({ DATABASE_URL: await createEmptyDatabase() })
    expect(await unmigrated.rejection('distribute', 1)).toContain('lacks migrations')
    const line = await createEmptyPlatform()
    for (const command of ['distribute', 'distribute --dry-run']) {
      expect(await line.rejection(command, 1)).toContain('The database has no Citus.')
    }
  })

  test('a check of one server says nothing of clusters [D416]', async () => {
    const line = await createEmptyPlatform()
    const { findings } = Object(await line.json('doctor --offline'))
    expect(findings.map(({ check }: { check: string }) => check)).not.toContain('cluster')
  })
})
