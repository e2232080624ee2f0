import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runCommand } from '../../../src/cli/run-command.ts'
import { createCommandIo } from '../../support/command-io.ts'
import type { AppFiles } from './apps.ts'

// A repository of one commit needs no maintenance, which every commit would start a process for.
const gitSettings = [
  ...['-c', 'user.name=a'],
  ...['-c', 'user.email=a@example.com'],
  ...['-c', 'maintenance.auto=false'],
]

/** Puts an app into a folder under version control, where the command can be run on it. */
export async function createApp(files: AppFiles) {
  const { io, interrupt, output, errors, lines } = await createCommandIo({
    now: () => Date.parse('2026-11-22T01:02:03Z'),
    // Where an app is loaded, our packages are read from their sources.
    env: { NODE_OPTIONS: '--conditions=@affiliate-platform/source' },
  })
  for (const [path, text] of Object.entries(files)) await writeText(join(io.folder, path), text)
  const git = (...words: readonly string[]) =>
    execFileSync('git', [...gitSettings, ...words], { cwd: io.folder, encoding: 'utf8' })
  // Without the samples of hooks that every new repository gets.
  git('init', '--quiet', '--template=')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'The app')
  return {
    folder: io.folder,
    output,
    errors,
    lines,
    git,
    /** What differs from the app as it was; empty for nothing. */
    status: () => git('status', '--short', '--untracked-files=all'),
    add: (...words: readonly string[]) => runCommand(['add', ...words], io),
    migrate: (...words: readonly string[]) => runCommand(['migrate', 'mantle', ...words], io),
    /** The doctor, with these settings. */
    doctor: (env: Readonly<Record<string, string>>) =>
      runCommand(['doctor', '--offline'], { ...io, env: { ...io.env, ...env } }),
    /** At a terminal, where a person says yes, no, or Ctrl-C. */
    addAsking: (reply: boolean | 'Ctrl-C') => {
      const confirm = async () => {
        if (reply === 'Ctrl-C') interrupt()
        return reply === true
      }
      return runCommand(['add'], { ...io, isTerminal: true, confirm })
    },
    read: (path: string) => readFile(join(io.folder, path), 'utf8'),
    write: (path: string, text: string) => writeText(join(io.folder, path), text),
  }
}

async function writeText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

/** The text of one of an app's files after the command. */
export async function addTo(files: AppFiles, path: string): Promise<string> {
  const { add, read, output } = await createApp(files)
  const exitCode = await add('--yes')
  if (exitCode !== 0) throw new Error(output())
  return read(path)
}
