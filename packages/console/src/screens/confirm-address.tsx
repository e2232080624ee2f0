import { call } from '../api.ts'
import { ConfirmAddress } from '../parts/confirm-address.tsx'

/** Where an operator opens the link that was sent to their new address. */
export const ConfirmOwnAddress = () => (
  <ConfirmAddress confirm={(token) => call('confirmOwnAddress', { body: { token } })} />
)
