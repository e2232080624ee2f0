import type { ServerSettings, StartServer } from '../programs/program.ts'
import { promptForChoices } from './conversation.ts'

/** What the process of a server is asked. */
export type ServerQuestion = 'usage'

/** What a process has used so far. */
export interface Usage {
  readonly cpuUs: number
  readonly memoryBytes: number
}

const [module = '', settingsText = ''] = process.argv.slice(2)
const { start }: { start: StartServer } = await import(new URL(`../${module}`, import.meta.url).href)
const settings: ServerSettings = JSON.parse(settingsText)
const { port } = await start(settings)

promptForChoices<ServerQuestion | 'port'>(async (question) => {
  if (question === 'port') return port
  const { user, system } = process.cpuUsage()
  return { cpuUs: user + system, memoryBytes: process.memoryUsage.rss() } satisfies Usage
})
