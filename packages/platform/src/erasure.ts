export { eraseMember } from './erasure/erase-member.ts'
export type { ErasedPerson, MemberErasure } from './erasure/erase-membership.ts'
export { erasePerson, type OfPerson, type PersonErasure } from './erasure/erase-person.ts'
