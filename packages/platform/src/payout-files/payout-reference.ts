// Crockford's alphabet: no letter that is taken for a digit.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const digitsOfBase32 = '0123456789abcdefghijklmnopqrstuv'
const referenceCharacters = 26

/**
 * Writes a payout's id as the reference that payment files carry: 26 letters and digits, because a file of PayPal takes 30
 * at most.
 *
 * @example
 * ```ts
 * toPayoutReference('01890a5d-ac96-774b-bcce-b302099a8057') // '01H44RNB4PEX5VSKNK086SN02Q'
 * ```
 */
export function toPayoutReference(id: string): string {
  const digits = BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(32)
    .padStart(referenceCharacters, '0')
  return digits.replaceAll(/./g, (digit) => alphabet.charAt(digitsOfBase32.indexOf(digit)))
}

/** Reads the id out of a reference, case-insensitively; `undefined` for any other text. */
export function fromPayoutReference(reference: string): string | undefined {
  const digits = [...reference.toUpperCase()].map((character) => alphabet.indexOf(character))
  if (digits.length !== referenceCharacters || digits.includes(-1)) return undefined
  const number = digits.reduce((sum, digit) => (sum << 5n) | BigInt(digit), 0n)
  const hex = number.toString(16).padStart(32, '0')
  if (hex.length > 32) return undefined
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
