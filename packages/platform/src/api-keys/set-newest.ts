/** Sets an entry as the newest one, in place of the oldest where there is no room. */
export function setNewest<Value>(
  entries: Map<string, Value>,
  { key, value, sizeMax }: { readonly key: string; readonly value: Value; readonly sizeMax: number },
): void {
  entries.delete(key)
  const [oldest] = entries.size < sizeMax ? [] : entries.keys()
  if (oldest !== undefined) entries.delete(oldest)
  entries.set(key, value)
}
