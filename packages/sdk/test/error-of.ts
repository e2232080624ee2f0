/** What a call ends with: its error, or nothing when it succeeds. */
export const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )
