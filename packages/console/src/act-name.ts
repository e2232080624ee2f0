import { useState } from 'react'

/** The names under which a form sends its acts. */
interface ActNames {
  /** What is sent again as it was has its name again, and is done once; anything else is another act. */
  readonly nameOf: (content: unknown) => string
  /** Once an act is done, the next one is another, whatever it contains. */
  readonly forget: () => void
}

/** Names what a form sends, so that what was sent without a response can be sent again. */
export function useActNames(): ActNames {
  const [names] = useState(createActNames)
  return names
}

export function createActNames(): ActNames {
  let last: { readonly text: string; readonly name: string } | undefined
  return {
    nameOf: (content) => {
      const text = JSON.stringify(content)
      if (last?.text !== text) last = { text, name: crypto.randomUUID() }
      return last.name
    },
    forget: () => {
      last = undefined
    },
  }
}
