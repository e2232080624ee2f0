// The console and the portal are of one origin, and each has its own.
const key = `affiliate-platform.wanted.${location.pathname.split('/')[1]}`
// As long as a link to sign in works, which a mail opens in a tab of its own.
const keptForMs = 30 * 60_000

/** Keeps where somebody wanted to go before they were asked who they are. */
export function keepWanted(path: string): void {
  withStorage((storage) => storage.setItem(key, JSON.stringify({ path, at: Date.now() })))
}

/** Takes it, once. */
export function takeWanted(): string | undefined {
  return withStorage((storage) => {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null')
    storage.removeItem(key)
    const { path, at } = Object(kept) as { readonly path?: unknown; readonly at?: unknown }
    const isFresh = typeof at === 'number' && Date.now() - at < keptForMs
    return typeof path === 'string' && isFresh ? path : undefined
  })
}

/** Where a browser keeps nothing, one begins at home. */
function withStorage<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(localStorage)
  } catch {
    return undefined
  }
}
