export {
  type AddressChanging,
  type AddressRejection,
  changeAddress,
  keepAddress,
  type NewAddress,
} from './addresses/change-address.ts'
export {
  type AddressProof,
  applyDueAddresses,
  confirmAddress,
  type ProvingSession,
  proveAddress,
} from './addresses/prove-address.ts'
export { startAddresses } from './addresses/start-addresses.ts'
export { type AddressReturn, takeBackAddress } from './addresses/take-back-address.ts'
