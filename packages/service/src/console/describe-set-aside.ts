import type { SetAsideReason } from '@affiliate-platform/platform/sales'

/** Why a row was set aside, and what brings it in. */
interface SetAsideText {
  readonly because: string
  readonly remedy: string
}

const correct = 'Correct the row in a file of sales, and import that.'

const withFault = (because: string): SetAsideText => ({ because, remedy: correct })

const texts: Readonly<Record<SetAsideReason, SetAsideText>> = {
  unknown_kind: {
    because: 'It is no sale, adjustment or credit that is known here.',
    remedy: 'Mostly nothing: a tax or a referral fee earns nobody anything.',
  },
  other_app: {
    because: 'It is of another app.',
    remedy: 'Nothing, unless the app is connected under a wrong number.',
  },
  no_shop: withFault('It names no shop.'),
  invalid_shop: withFault('What it names is no shop’s domain.'),
  invalid_charge: withFault('Its charge has another form.'),
  invalid_interval: withFault('Its billing interval has another form.'),
  invalid_time: withFault('Its time has another form, or is no time.'),
  no_gross: withFault('It does not say what the merchant paid.'),
  no_net: withFault('It does not say what came to you.'),
  invalid_amount: withFault('An amount is no exact number.'),
  too_many_decimals: withFault('An amount has more than nine decimals.'),
  too_many_digits: withFault('An amount has more than 32 digits.'),
  unknown_currency: withFault('Its currency is none of today.'),
  wrong_sign: withFault('A sale is below zero, or what takes back is above.'),
  in_future: {
    because: 'Its time was ahead of the import.',
    remedy: 'A later import takes it, once that time has passed.',
  },
  other_source: {
    because: 'Its time, or its sale, is that of another source.',
    remedy: 'Nothing: the app has it from there already.',
  },
  other_shop: {
    because: 'It names another shop than its sale has had so far.',
    remedy: 'Move the sale above, if that is right.',
  },
}

/** Says to a person why a row was set aside, and what to do about it. */
export const describeSetAside = (reason: SetAsideReason): SetAsideText => texts[reason]
