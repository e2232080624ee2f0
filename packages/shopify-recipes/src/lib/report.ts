/** Gets a recipe's results. It is not awaited, and what it throws is ignored. */
export type Report<Result> = (result: Result) => void | Promise<void>

// A process that misses thousands of shops must not fill its log with them.
const warningsMax = 100

/**
 * Makes the function that hands results to the app, and never lets a failure of the app's own function out.
 *
 * @param onResult - the app's function; without one, each different warning is shown once as a process warning, up to
 * 100 of them
 * @param toWarning - what a result warns of: a text without a secret, or undefined for nothing
 * @param shown - the warnings that were shown, where several reports share them
 */
export function createReport<Result>(
  onResult: Report<Result> | undefined,
  toWarning: (result: Result) => string | undefined,
  shown: Set<string> = new Set(),
): (result: Result) => void {
  const warnOnce = (result: Result) => {
    const warning = toWarning(result)
    if (warning === undefined || shown.has(warning) || shown.size > warningsMax) return
    const text =
      shown.size < warningsMax ? warning : 'Further warnings are not shown: pass the option onResult.'
    shown.add(warning)
    globalThis.process?.emitWarning?.(text, 'AffiliateRecipesWarning')
  }
  return (result) => void tell(onResult ?? warnOnce, result)
}

async function tell<Result>(onResult: Report<Result>, result: Result): Promise<void> {
  try {
    await onResult(result)
  } catch {
    // The app looks on; it has no say in what the recipe does.
  }
}
