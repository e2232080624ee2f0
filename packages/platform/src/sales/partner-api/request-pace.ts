/** Spaces the requests of one token. Every process that uses the token must share one, or its state. */
export interface RequestPace {
  /** Claims the next free place, and says how many milliseconds away it is. */
  readonly reserve: () => number | Promise<number>
}

/** Four a second, as the Partner API allows one client. */
export const partnerRequestSpacingMs = 250
