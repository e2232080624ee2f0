/** Loads Web Crypto. Node 18 has it, but not as a global. */
export async function loadCrypto(): Promise<typeof globalThis.crypto> {
  if (globalThis.crypto) return globalThis.crypto
  // The name is no literal: a bundler for other hosts must not look for it.
  const name = 'node:crypto'
  return (await import(/* @vite-ignore */ name)).webcrypto
}
