/** A text as one word of a command, as a shell reads it. */
export const toWord = (text: string): string =>
  /^[\w@.+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
