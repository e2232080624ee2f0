import { commandName } from './command-name.ts'

/** The command line to go on with, on the database that the flags of this one name. */
export function toCommandLine(words: string, { dataDir }: { readonly dataDir?: string | undefined }): string {
  const folder = dataDir === undefined ? '' : ` --data-dir ${quote(dataDir)}`
  return `${commandName} ${words}${folder}`
}

/** A word as a shell reads it. */
const quote = (word: string): string =>
  /^[\w./+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
