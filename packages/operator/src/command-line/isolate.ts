// Hebrew, Arabic and the other scripts that run from right to left, and their presentation forms.
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Holds a text that runs from right to left together, where a terminal arranges a line by direction: without the
 * isolates, the amount after a Hebrew name stands before it (D151).
 */
export const isolate = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text)

/** How many places a text takes in a line: marks on a letter and isolates take none. */
export const widthOf = (text: string): number => text.replaceAll(/[\p{Mn}\p{Cf}]/gu, '').length
