export class PrismaSessionStorage {
  constructor({ storage }) {
    Object.assign(this, storage)
  }
}
