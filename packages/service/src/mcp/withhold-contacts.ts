const withheld = '[e-mail withheld]'

/**
 * Withholds e-mail addresses: of every text in a value, each word with an `@` inside. A member may be called by one, and a
 * shop may be named by anything (D133).
 */
export function withholdContacts(value: unknown): unknown {
  if (typeof value === 'string') return withholdInText(value)
  if (Array.isArray(value)) return value.map(withholdContacts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withholdContacts(member)]))
}

function withholdInText(text: string): string {
  if (!text.includes('@')) return text
  return text
    .split(/(\s+)/)
    .map((word) => (/[^@]@+[^@]/.test(word) ? withheld : word))
    .join('')
}
