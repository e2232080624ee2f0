/** What one check has found. No text of it holds a key, a token or a secret. */
export interface Finding {
  /** Stable: `E-` breaks something, `W-` may, `OK-` is as it should be. */
  readonly id: string
  readonly level: 'error' | 'warning' | 'ok'
  readonly detail: string
  /** What to do about it. */
  readonly remedy?: string
  /** Where: a file relative to the app's folder, with `:line` where there is one. */
  readonly place?: string
}

/** Something that breaks. */
export function error(id: string, detail: string, remedy: string): Finding {
  return { id: `E-${id}`, level: 'error', detail, remedy }
}

/** Something that may break. */
export function warning(id: string, detail: string, remedy: string): Finding {
  return { id: `W-${id}`, level: 'warning', detail, remedy }
}

/** Something that is as it should be. */
export function ok(id: string, detail: string): Finding {
  return { id: `OK-${id}`, level: 'ok', detail }
}

/** The same finding, with where it was made. */
export function atPlace(place: string, finding: Finding): Finding {
  return { ...finding, place }
}
