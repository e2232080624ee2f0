/** How far the clock of this machine may be apart from that of a database or of its replica (D72, D140). */
export const clockGapMaxMs = 5000
