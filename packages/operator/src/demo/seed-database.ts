import { type DatabaseFlags, runOnDatabase } from '../command-line/database-command.ts'
import { UsageError } from '../command-line/operator-error.ts'
import { printShown } from '../command-line/print-done.ts'
import { formatTable } from '../command-line/table.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { checkDemoDatabase } from './demo-database.ts'
import { seedDemo } from './seed.ts'
import { seedStory } from './story/seed-story.ts'

/** Puts the demo into the database that is named. */
export async function runSeed(terminal: Terminal, flags: DatabaseFlags): Promise<void> {
  if (flags.dataDir === undefined && !terminal.env['DATABASE_URL']) {
    throw new UsageError('Name the database for the demo: --data-dir or DATABASE_URL.')
  }
  const demo = await runOnDatabase(terminal, flags, async (database) => {
    await checkDemoDatabase(database)
    const seeded = await seedDemo(database)
    await seedStory(database)
    return seeded
  })
  const named = { ...demo.keys, ...demo.ids }
  const rows = Object.entries(named).map(([name, value]) => ({ name, value }))
  const message = 'The demo data was created. Its keys are for testing only.'
  printShown(terminal, flags, { record: demo, text: formatTable(rows).text, message })
}
