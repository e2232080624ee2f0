/** Letters that have no base letter in Unicode, as banks write them. */
const letters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L' },
  ...{ đ: 'd', Đ: 'D', ð: 'd', Ð: 'D', þ: 'th', Þ: 'TH', ı: 'i', '&': '+', '’': "'", '–': '-' },
}

/**
 * Writes a name in the characters that every SEPA bank takes: Latin letters without accents, digits and some signs.
 * Signs that are not among them become a full stop.
 *
 * @returns `undefined` where letters of another script would be lost
 */
export function toSepaName(name: string): string | undefined {
  const plain = [...name]
    .map((character) => letters[character] ?? character)
    .join('')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
  if (/(?![A-Za-z])\p{L}/u.test(plain)) return undefined
  const text = plain
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]+/g, '.')
    // A bank takes no name that begins or ends like a line of its own files.
    .replace(/^[/ .]+/, '')
    .replace(/[/ ]+$/, '')
  return /[A-Za-z0-9]/.test(text) ? text.slice(0, 70) : undefined
}
