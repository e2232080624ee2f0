import type { Rules } from '@affiliate-platform/contract/console'
import { describeTerms } from './rules.ts'

export function Sentences({ rules }: { readonly rules: Rules }) {
  return (
    <ul className="sentences">
      {describeTerms(rules).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
