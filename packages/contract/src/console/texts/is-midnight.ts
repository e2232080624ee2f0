const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const

/** Whether a day begins at an instant: then its time says no more than the day. */
export const isMidnight = (instant: Date, timeZone: string): boolean =>
  new Intl.DateTimeFormat('en', { ...clock, timeZone }).format(instant) === '00:00:00'
