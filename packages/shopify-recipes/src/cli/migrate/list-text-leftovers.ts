import type { Edit } from '../add/source-file.ts'
import type { AppFile } from '../doctor/read-files.ts'
import type { Leftover, LeftoverKind } from './leftover.ts'

interface Trace {
  readonly kind: LeftoverKind
  /** What is told is what the pattern's group holds, or all of it. */
  readonly pattern: RegExp
  readonly isIn: (path: string) => boolean
}

const isCode = (path: string) => /\.(?:[cm]?[jt]sx?|rb|php|py|liquid|vue|svelte|toml)$/.test(path)
const isEnv = (path: string) => /(?:^|\/)\.env(?:\.[^/]+)?$/.test(path)
const isTable = (path: string) => /\.(?:prisma|sql)$|(?:^|\/)(?:schema|structure)\.rb$/.test(path)
const isManifest = (path: string) => /(?:^|\/)(?:Gemfile|composer\.json|requirements\.txt)$/.test(path)

const traces: readonly Trace[] = [
  {
    kind: 'webhook',
    pattern:
      /["'`](customers\/(?:installed|uninstalled|reinstalled|deactivated|reactivated|first_identify))["'`]/g,
    isIn: isCode,
  },
  { kind: 'webhook', pattern: /x-mantle-(?:hmac-sha256|webhook-topic)/gi, isIn: isCode },
  { kind: 'http', pattern: /x-mantle-(?:app-id|app-api-key|customer-api-token)/gi, isIn: isCode },
  { kind: 'http', pattern: /\b[\w.]*heymantle\.com\b/g, isIn: isCode },
  { kind: 'http', pattern: /["'](heymantle\/[\w-]+|mantle[\w-]*)["']|^(mantle[\w-]*)/gim, isIn: isManifest },
  {
    kind: 'package',
    pattern: /"(@heymantle\/[\w-]+)"/g,
    isIn: (path) => /(?:^|\/)package\.json$/.test(path),
  },
  { kind: 'token', pattern: /\b(?:mantle_?api_?token|mantle_?customer_?token)\b/gi, isIn: isTable },
  { kind: 'setting', pattern: /\benv(?:\.|\[["'])(\w*MANTLE_\w+)/g, isIn: isCode },
  { kind: 'setting', pattern: /^\s*(?:export\s+)?(\w*MANTLE_\w+)(?=\s*=)/gm, isIn: isEnv },
]

/**
 * Lists what a file has of Mantle as text: names alone, and never a value.
 *
 * @param edits - what goes out of it
 */
export function listTextLeftovers({ path, text }: AppFile, edits: readonly Edit[]): readonly Leftover[] {
  return traces
    .filter(({ isIn }) => isIn(path))
    .flatMap(({ kind, pattern }) =>
      [...text.matchAll(pattern)]
        .filter(({ index }) => !edits.some(({ start, end }) => start <= index && index < end))
        .map((match) => ({
          kind,
          path,
          line: text.slice(0, match.index).split('\n').length,
          what: match[1] ?? match[2] ?? match[0],
        })),
    )
}
