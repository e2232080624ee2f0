import { isMidnight } from './is-midnight.ts'

/** Whom a mail goes to, and in whose name. */
export interface MailReader {
  readonly workspaceName: string
  /** Of the workspace. */
  readonly timeZone: string
}

/** A mail's words. */
export interface MailText {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** A list below them. */
  readonly lines?: readonly string[]
  /** Where one reads more, or acts: below the console or the portal, after the origin. */
  readonly link?: { readonly label: string; readonly path: string }
  /** What stands below the link. */
  readonly last?: string
}

const day = { year: 'numeric', month: 'long', day: 'numeric' } as const
const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const

/** A time to the minute, where its reader is. */
export const toTime = (at: Date, { timeZone }: MailReader): string =>
  new Intl.DateTimeFormat('en', { ...day, ...time, timeZone }).format(at)

/** From when on something counts, where its reader is: a day alone where it begins with it. */
export const toBeginning = (at: Date, reader: MailReader): string =>
  isMidnight(at, reader.timeZone) ? toDay(at, reader) : toTime(at, reader)

/** The day of a time, where its reader is. */
export const toDay = (at: Date, { timeZone }: MailReader): string =>
  new Intl.DateTimeFormat('en', { ...day, timeZone }).format(at)
