import { Fragment } from 'react'
import { Link } from 'react-router'
import { type Amount, formatMoney } from '../money.ts'

interface AmountDoorProps {
  readonly amount: Amount
  /** The address of what the amount is made of, or what opens its reason. */
  readonly opens: string | (() => void)
}

/** An amount, and the way to why it is so much. Nothing is behind a zero. */
export function AmountDoor({ amount, opens }: AmountDoorProps) {
  const text = formatMoney(amount)
  if (amount.amountMinor === '0') return text
  const name = { className: 'door', 'aria-label': `Why ${text}?` }
  return typeof opens === 'string' ? (
    <Link {...name} to={opens}>
      {text}
    </Link>
  ) : (
    <button type="button" {...name} onClick={opens}>
      {text}
    </button>
  )
}

interface AmountDoorsProps {
  readonly amounts: readonly Amount[]
  readonly toDoor: (amount: Amount) => string
}

/** An amount in each currency, one after the other. */
export function AmountDoors({ amounts, toDoor }: AmountDoorsProps) {
  return amounts.map((amount, index) => (
    <Fragment key={amount.currency}>
      {index > 0 && ', '}
      <AmountDoor amount={amount} opens={toDoor(amount)} />
    </Fragment>
  ))
}
