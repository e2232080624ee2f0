import type { StartWork, WorkSettings } from '../self-measuring/work.ts'
import { promptForChoices } from './conversation.ts'

/** What the process of a work program is asked. */
export type WorkQuestion = 'check' | 'stop' | { readonly durationMs: number }

const [module = '', settingsText = ''] = process.argv.slice(2)
const { start }: { start: StartWork } = await import(new URL(`../${module}`, import.meta.url).href)
const settings: WorkSettings = JSON.parse(settingsText)
const work = await start(settings)

promptForChoices<WorkQuestion>(async (question) => {
  if (question === 'check') return (await work.check?.()) ?? ''
  if (question === 'stop') return (await work.stop?.()) ?? null
  return await work.runSlice(question.durationMs)
})
