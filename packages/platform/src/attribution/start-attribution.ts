import type { Logger } from 'pino'
import type { RepeatedWork, WatchWork } from '../database/postgres/repeat-work.ts'
import type { Database } from '../database/statements/database.ts'
import { attributeWaiting } from './attribute-waiting.ts'

const tickMs = 5000

/** Decides every five seconds who brought the shops of which something new was imported. Several processes may do so. */
export function startAttribution(
  database: Database,
  log: Pick<Logger, 'info' | 'warn'>,
  watch?: WatchWork,
): RepeatedWork {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  async function tick(): Promise<void> {
    try {
      const shops = await attributeWaiting(database)
      if (shops > 0) log.info({ shops }, 'it was decided who brought shops')
      watch?.('attribute_installs', true)
    } catch (error) {
      if (isStopped) return
      log.warn({ err: error }, 'it was not decided who brought shops')
      watch?.('attribute_installs', false)
    }
    if (isStopped) return
    timer = setTimeout(() => {
      ticking = tick()
    }, tickMs).unref()
  }
  let ticking = tick()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await ticking
    },
  }
}
