import type { Observer } from './observer.ts'

const levels = ['error', 'warn', 'info', 'debug'] as const

const levelOf = { failure: 0, wait: 1, schema_version: 1, attempt: 2, drift: 3 } as const

/**
 * What `AFFILIATE_LOG` asks for: an observer that writes to the console. Events hold no key, token, body or contact, and
 * of an error only its message is written.
 *
 * @returns undefined without the variable, and for anything but a level
 */
export function createLog(): Observer | undefined {
  const most = levels.indexOf(readLevel() as 'info')
  if (most < 0) return undefined
  return ({ type, operation, ...facts }) => {
    const level = levelOf[type]
    if (level > most) return
    const { console } = globalThis
    const text = JSON.stringify(facts, (_name, value) => (value instanceof Error ? value.message : value))
    console[levels[level]](`affiliate-platform: ${operation} ${type} ${text}`)
  }
}

function readLevel(): string | undefined {
  try {
    return globalThis.process?.env?.['AFFILIATE_LOG']
  } catch {
    // Deno throws for a variable that the program was not allowed to read.
    return undefined
  }
}
