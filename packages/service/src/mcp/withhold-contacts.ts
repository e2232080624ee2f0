const withheld = '[e-mail withheld]'

// Also as it looks alike, as a URL writes it, and with spaces around it where a domain follows.
const at = '(?:[@\uff20\ufe6b]|%40)'
const addresses = new RegExp(
  `[^\\s@]+${at}+[^\\s@]\\S*|[^\\s@]+\\s{0,3}${at}\\s{0,3}[^\\s.@]+\\.[^\\s@]+`,
  'giu',
)

/**
 * Withholds e-mail addresses: of a text, each word with an `@` inside, or what is written like one. A member may be called by
 * one, and a shop may be named by anything (D133).
 */
export function withholdContacts(text: string): string {
  return new RegExp(at, 'iu').test(text) ? text.replaceAll(addresses, withheld) : text
}
