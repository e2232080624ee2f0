import { toRecord } from './fault.ts'

/** Gets a recipe's results. It is not awaited, and what it throws is ignored. */
export type Report<Result> = (result: Result) => void | Promise<void>

/** The different warnings of an hour, by the code of what they warn of. */
export type ShownWarnings = Map<string, { readonly sinceMs: number; readonly texts: Set<string> }>

// A process that misses thousands of shops must not fill its log with them; nor may they hide another failure, or a later one.
const warningsMax = 20
const hourMs = 3_600_000
const codesMax = 100

/**
 * Makes the function that hands results to the app, and never lets a failure of the app's own function out.
 *
 * @param onResult - the app's function; without one, each different warning is shown once in an hour as a process warning,
 * up to 20 of them for each code
 * @param toWarning - what a result warns of: a text without a secret, or undefined for nothing
 * @param shown - the warnings that were shown, where several reports share them
 */
export function createReport<Result>(
  onResult: Report<Result> | undefined,
  toWarning: (result: Result) => string | undefined,
  shown: ShownWarnings = new Map(),
): (result: Result) => void {
  const warnOnce = (result: Result) => {
    const warning = toWarning(result)
    if (warning === undefined) return
    const text = toShown(warning, String(toRecord(result)['code'] ?? ''), shown)
    if (text !== undefined) globalThis.process?.emitWarning?.(text, 'AffiliateRecipesWarning')
  }
  return (result) => void tell(onResult ?? warnOnce, result)
}

/** What is to be shown of a warning; undefined for nothing. */
function toShown(warning: string, code: string, shown: ShownWarnings): string | undefined {
  const nowMs = Date.now()
  const kept = shown.get(code)
  const isFresh = kept !== undefined && Math.abs(nowMs - kept.sinceMs) < hourMs
  const { texts } = isFresh ? kept : { texts: new Set<string>() }
  if (texts.has(warning) || texts.size > warningsMax) return undefined
  if (!isFresh) {
    if (shown.size >= codesMax) shown.clear()
    shown.set(code, { sinceMs: nowMs, texts })
  }
  texts.add(warning)
  if (texts.size <= warningsMax) return warning
  return `Further warnings${code && ` with the code ${code}`} are not shown for an hour: pass the option onResult.`
}

async function tell<Result>(onResult: Report<Result>, result: Result): Promise<void> {
  try {
    await onResult(result)
  } catch {
    // The app looks on; it has no say in what the recipe does.
  }
}
