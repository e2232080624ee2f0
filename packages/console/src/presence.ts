const idleMs = 60_000

let seenAtMs = Date.now()
for (const sign of ['pointerdown', 'pointermove', 'wheel', 'keydown']) {
  addEventListener(sign, () => (seenAtMs = Date.now()), { capture: true, passive: true })
}

/** Whether nobody was here for a minute: what the page then asks for by itself keeps no session alive. */
export const isUnattended = (): boolean => Date.now() - seenAtMs > idleMs
