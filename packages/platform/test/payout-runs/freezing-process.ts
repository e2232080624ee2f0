import { newId, openDatabase } from '@affiliate-platform/platform/database'
import { freezeRun, previewRun } from '@affiliate-platform/platform/payout-runs'

// Usage: node freezing-process.ts CHOICE WORKSPACE AS_OF, the choice of the database as JSON. Freezes a run, to be killed at any moment: says when it begins, and when it has done it.
const [choice = '', workspaceId = '', asOfText = ''] = process.argv.slice(2)
const database = await openDatabase(JSON.parse(choice))
const asOf = new Date(asOfText)
const previewing = await previewRun(database, { workspaceId, asOf })
if (!previewing.ok) throw new Error(previewing.rejection)
process.stdout.write('previewed\n')
const previewHash = previewing.preview.hash
await freezeRun(database, { workspaceId, asOf, previewHash, runId: newId(), actor: 'operator:mia' })
process.stdout.write('frozen\n')
await database.close()
