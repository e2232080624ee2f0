import { ConfirmAddress } from '../parts/confirm-address.tsx'
import { call } from './api.ts'

/** Where a member opens the link that was sent to their new address. */
export const ConfirmOwnAddress = () => (
  <ConfirmAddress confirm={(token) => call('confirmMemberAddress', { body: { token } })} />
)
