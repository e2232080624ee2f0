import { resolve } from 'node:path'

/** The folder of the hosts, which has a lockfile of its own. */
export const folder = resolve(import.meta.dirname, '..')
