export { type Erasure, eraseShop } from './contacts/erase-shop.ts'
export {
  insertReceipt,
  type Receipt,
  saveIdentification,
  type UninstallWatch,
} from './contacts/identify-store.ts'
export { listContacts } from './contacts/list-contacts.ts'
export { hasContact, mergeContact, type ShopContact } from './contacts/shop-contact.ts'
