import { type CommandIo, exitCodes } from '../io.ts'
import { checkApp } from './check-app.ts'
import { checkEnvironment } from './check-environment.ts'
import { checkService } from './check-service.ts'
import { checkWebhook } from './check-webhook.ts'
import type { Finding } from './finding.ts'
import { readApp } from './read-app.ts'
import { readEnvFiles } from './read-env-files.ts'

/** The options of `doctor`, as commander hands them over. */
export interface DoctorCommandOptions {
  readonly webhookUrl?: string
  readonly offline?: boolean
  readonly json?: boolean
}

/** `affiliate-recipes doctor`: looks, and changes nothing. */
export async function runDoctorCommand(options: DoctorCommandOptions, processIo: CommandIo): Promise<number> {
  const io = { ...processIo, env: { ...(await readEnvFiles(processIo.folder)), ...processIo.env } }
  const findings = [
    ...checkEnvironment(io.env),
    ...(options.offline ? [] : await checkService(io)),
    ...(options.webhookUrl === undefined ? [] : await checkWebhook(options.webhookUrl, io)),
    ...checkApp(await readApp(io.folder), io.env),
  ]
  const lines = findings.map(options.json ? (finding) => JSON.stringify(finding) : formatFinding)
  io.write(`${lines.join('\n')}\n`)
  return findings.some(({ level }) => level === 'error') ? exitCodes.failed : exitCodes.done
}

function formatFinding({ id, place, detail, remedy }: Finding): string {
  const first = `${id.padEnd(14)} ${place === undefined ? '' : `${place}  `}${detail}`
  return remedy === undefined ? first : `${first}\n${' '.repeat(15)}${remedy}`
}
