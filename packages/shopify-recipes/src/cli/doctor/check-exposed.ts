import { at, error, type Finding } from './finding.ts'
import type { App } from './read-app.ts'
import { placeOf } from './read-files.ts'

const exposedPattern =
  /\b(?:VITE_|PUBLIC_|NEXT_PUBLIC_|REACT_APP_)\w*(?:AFFILIATE\w*KEY|SHOPIFY_API_SECRET)\w*/g

/** Names by which a build tool hands a key or a secret to browsers. */
export function checkExposed({ sources }: App): readonly Finding[] {
  const remedy = 'Rename it without the prefix, and read it on the server alone.'
  return [...sources.values()].flatMap((source) => {
    const found = new Map([...source.text.matchAll(exposedPattern)].map((match) => [match[0], match.index]))
    return [...found].map(([name, index]) =>
      at(placeOf(source, index), error('EXPOSED', `${name} would be shipped to browsers.`, remedy)),
    )
  })
}
