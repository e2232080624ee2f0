/** What is checked of an installation. */
export const checks = [
  'database',
  'migrations',
  'anchoring',
  'clock',
  'sales',
  'webhooks',
  'mail',
  'durability',
  'encryption',
  'connections',
  'replica',
  'cluster',
  'disk',
  'platform',
] as const

/** What one check of an installation found. */
export interface Finding {
  readonly check: (typeof checks)[number]
  /** `warning` is worth knowing, `failed` keeps the service from its work, `skipped` was not looked at. */
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped'
  readonly detail: string
  /** What to do; null where nothing has to be done. */
  readonly remedy: string | null
}

/** A finding that keeps the service from its work. */
export function failed(check: Finding['check'], detail: string, remedy: string): Finding {
  return { check, state: 'failed', detail, remedy }
}

export function ok(check: Finding['check'], detail: string): Finding {
  return { check, state: 'ok', detail, remedy: null }
}
