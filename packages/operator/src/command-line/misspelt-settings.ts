import { readSettings } from '@affiliate-platform/service'
import { suggest } from './suggest.ts'

// What is near a shorter name may well be another program's: HOME is to HOST.
const lettersMin = 8

const settings = [...Object.keys(readSettings({})), 'AFFILIATE_WORKSPACE', 'AFFILIATE_APP']
const known = settings.filter(({ length }) => length >= lettersMin)

/** A sentence for each environment variable that is none of ours, but nearly: it was ignored. Values are never told. */
export function describeMisspelt(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.keys(env)
    .filter((name) => name.length >= lettersMin && !settings.includes(name))
    .map((name) => ({ name, suggestion: suggest(name, known) }))
    .filter(({ suggestion }) => suggestion !== '')
    .map(({ name, suggestion }) => `${name} is not a setting. ${suggestion}`)
}
