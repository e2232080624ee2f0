import { findAppRoot } from '../app-root.ts'
import { type CommandIo, exitCodes, UsageError } from '../io.ts'
import { checkApp } from './check-app.ts'
import { checkBundle } from './check-bundle.ts'
import { checkEnvironment } from './check-environment.ts'
import { checkRunningApp, type RunningApp } from './check-running-app.ts'
import { checkService } from './check-service.ts'
import type { Finding } from './finding.ts'
import { checkInstall } from './install/check-install.ts'
import { type CheckedApp, callsOf, identifyCalls, installCalls, readApp } from './read-app.ts'
import { readEnvFiles } from './read-env-files.ts'

/** The options of `doctor`, as commander hands them over. */
export interface DoctorCommandOptions extends RunningApp {
  readonly install?: boolean
  readonly offline?: boolean
  readonly json?: boolean
}

/**
 * `affiliate-recipes doctor`: looks, and changes nothing.
 *
 * @param command - with `install`: what starts the app
 */
export async function runDoctorCommand(
  command: readonly string[],
  options: DoctorCommandOptions,
  processIo: CommandIo,
): Promise<number> {
  if (command.length > 0 !== (options.install === true)) {
    throw new UsageError('--install needs what starts the app, after --: doctor --install -- npm run start')
  }
  const folder = findAppRoot(processIo.folder)
  const files = { ...(await readEnvFiles(folder)), ...(await readEnvFiles(processIo.folder)) }
  const io = { ...processIo, env: { ...files, ...processIo.env } }
  const app = await readApp(folder)
  const findings = [
    ...checkEnvironment(io.env, onlyReports(app)),
    ...(options.offline ? [] : await checkService(io)),
    ...(await (options.install ? checkInstall(command, app, io) : checkRunningApp(options, app, io))),
    ...(await checkApp(app, io.env)),
    ...(await checkBundle(folder, io.env)),
  ]
  const lines = findings.map(options.json ? (finding) => JSON.stringify(finding) : formatFinding)
  io.write(`${lines.join('\n')}\n`)
  return findings.some(({ level }) => level === 'error') ? exitCodes.failed : exitCodes.done
}

function onlyReports(app: CheckedApp): boolean {
  const others = callsOf(app, 'forwardUninstall', 'backfillRoute', 'handleCompliance')
  return installCalls(app).length > 0 && identifyCalls(app).length + others.length === 0
}

function formatFinding({ id, place, detail, remedy }: Finding): string {
  const first = `${id.padEnd(14)} ${place === undefined ? '' : `${place}  `}${detail}`
  return remedy === undefined ? first : `${first}\n${' '.repeat(15)}${remedy}`
}
