import { readSettings } from '@affiliate-platform/service'
import { findNearest } from './suggest.ts'

// Shorter names are compared by swapped letters only: HOME is two letters from HOST, and is no misspelt setting of ours.
const lettersMin = 8
const prefix = 'AFFILIATE_'

const settings = [...Object.keys(readSettings({})), `${prefix}WORKSPACE`, `${prefix}APP`]
const long = settings.filter(({ length }) => length >= lettersMin)
const bySwap = new Map(settings.flatMap((name) => listSwaps(name).map((swap) => [swap, name] as const)))
/** Settings without the prefix, since people often put it before names that have none. */
const byRest = new Map(settings.map((name) => [removePrefix(name), name]))

/** A sentence for each environment variable that is none of ours, but nearly: it was ignored. Values are never told. */
export function describeMisspelt(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.keys(env)
    .filter((name) => !settings.includes(name))
    .map((name) => ({ name, meant: findMeant(name) }))
    .filter(({ meant }) => meant !== undefined)
    .map(({ name, meant }) => `${name} is not a setting. Did you mean ${meant}?`)
}

function findMeant(name: string): string | undefined {
  if (name.startsWith(prefix)) return byRest.get(findNearest(removePrefix(name), [...byRest.keys()]) ?? '')
  return name.length < lettersMin ? bySwap.get(name) : findNearest(name, long)
}

/** Every name in which two neighbouring letters have changed places. */
function listSwaps(name: string): readonly string[] {
  return Array.from({ length: name.length - 1 }, (_, at) => {
    const [one = '', other = ''] = name.slice(at, at + 2)
    return `${name.slice(0, at)}${other}${one}${name.slice(at + 2)}`
  })
}

function removePrefix(name: string): string {
  return name.startsWith(prefix) ? name.slice(prefix.length) : name
}
