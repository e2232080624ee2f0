/**
 * A text as SQL, for comparisons that ignore letter case. The collation folds letters beyond ASCII, and those of ASCII in
 * one way, whatever the database's locale is; and upper case, unlike lower case, does not depend on the letters around
 * (the final sigma).
 */
export const foldCase = (text: string): string => `upper(${text}::text collate "und-x-icu")`

/** Whether two texts are the same but for letter case, as SQL. */
export const isSameText = (one: string, other: string): string => `${foldCase(one)} = ${foldCase(other)}`
