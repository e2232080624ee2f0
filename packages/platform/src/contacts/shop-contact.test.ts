import { describe, expect, it } from 'vitest'
import { hasContact, mergeContact, toPlanName } from './shop-contact.ts'

describe('mergeContact', () => {
  it('prefers what the platform says, field by field [D33]', () => {
    const sent = { email: 'sent@example.com', ownerName: 'Sent Owner', phone: '+1 613 555 0100' }
    const read = { email: 'read@example.com', country: 'Canada', shopifyPlan: 'Grow' }
    expect(mergeContact(sent, read)).toEqual({
      email: 'read@example.com',
      ownerName: 'Sent Owner',
      country: 'Canada',
      shopifyPlan: 'Grow',
      phone: '+1 613 555 0100',
    })
  })

  it('keeps a sent field that the platform leaves open [D33]', () => {
    expect(mergeContact({ country: 'Canada' }, { country: undefined }).country).toBe('Canada')
  })

  it('invents no field', () => {
    expect(Object.values(mergeContact({})).every((value) => value === undefined)).toBe(true)
  })

  it.each([[{ shopifyPlan: 'Shopify Plus' }, {}] as const, [{}, { shopifyPlan: 'Plus' }] as const])(
    'stores one name for one plan, whichever side told it',
    (sent, read) => expect(mergeContact(sent, read).shopifyPlan).toBe('Plus'),
  )
})

describe('toPlanName', () => {
  it.each([
    ['Shopify Plus', 'Plus'],
    ['SHOPIFY PLUS', 'Plus'],
    ['Shopify', 'Grow'],
    ['Basic Shopify', 'Basic'],
    ['Advanced Shopify', 'Advanced'],
    ['Developer Preview', 'Development'],
    ['Staff', 'Development'],
    ['Pause and Build', 'Paused'],
  ])('knows %s as %s', (told, name) => expect(toPlanName(told)).toBe(name))

  it.each(['Plus', 'Plus Trial', 'A plan of next year', 'constructor', '__proto__'])(
    'leaves %s as it is',
    (plan) => expect(toPlanName(plan)).toBe(plan),
  )
})

describe('hasContact', () => {
  it('tells a contact with one field from one without any', () => {
    expect(hasContact({ phone: '+1 613 555 0100' })).toBe(true)
    expect(hasContact({ email: undefined })).toBe(false)
  })
})
