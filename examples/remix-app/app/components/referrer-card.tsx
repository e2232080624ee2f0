import { useFetcher } from '@remix-run/react'
import { useId } from 'react'
import type { action } from '../routes/app.referrer.tsx'
import { Card } from './card.tsx'

const words = {
  accepted: 'Thank you. We have noted who sent you.',
  unknown: 'Nobody has this code. Check the spelling.',
  later: 'The code could not be sent. Try again later.',
} as const

/** Asks for the code of the partner who told the merchant of the app. */
export function ReferrerCard() {
  const { Form, data, state } = useFetcher<typeof action>()
  const helpId = useId()
  return (
    <Card id="referrer" title="Who sent you?">
      <Form method="post" action="/app/referrer" className="filters">
        <label>
          Code of a partner (optional)
          <input
            name="code"
            dir="auto"
            required
            maxLength={128}
            autoComplete="off"
            aria-describedby={helpId}
          />
        </label>
        <button type="submit" aria-disabled={state !== 'idle'}>
          Send
        </button>
      </Form>
      <p className="note" id={helpId}>
        If a partner told you of this app, enter the code they gave you, so that they are rewarded.
      </p>
      <p role="status">{state === 'idle' && data !== undefined && words[data.outcome]}</p>
    </Card>
  )
}
