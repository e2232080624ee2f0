import { commandName } from './command-name.ts'

interface PlaceFlags {
  readonly dataDir?: string | undefined
  readonly workspace?: string | undefined
}

/** The command line to go on with, on the database and in the workspace that the flags of this one name. */
export function toCommandLine(words: string, { dataDir, workspace }: PlaceFlags): string {
  // What the environment names, the next command reads too.
  const isNamed = workspace !== undefined && workspace !== process.env['AFFILIATE_WORKSPACE']
  const place = isNamed ? ` --workspace ${quote(workspace)}` : ''
  const folder = dataDir === undefined ? '' : ` --data-dir ${quote(dataDir)}`
  return `${commandName} ${words}${place}${folder}`
}

/** A word as a shell reads it. */
export const quote = (word: string): string =>
  /^[\w./:@+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
