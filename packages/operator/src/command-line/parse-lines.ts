import * as z from 'zod'
import { parserOf } from './parse-value.ts'

const charactersMax = 4000

/** Reads several lines of text. */
export const parseLines = parserOf(
  z
    .string()
    .trim()
    .regex(new RegExp(`^(?:[^\\p{Cc}\\p{Cs}\\u202a-\\u202e\\u2066-\\u2069]|\\n){1,${charactersMax}}$`, 'u')),
  `Text, 1 to ${charactersMax} characters, none of which turns the direction of text.`,
)
