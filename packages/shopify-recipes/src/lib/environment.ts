/** Reads an environment variable where there is an environment; an empty value counts as absent. */
export function readEnvironment(name: string): string | undefined {
  return globalThis.process?.env?.[name] || undefined
}
