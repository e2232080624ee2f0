import { expect, test } from 'vitest'
import { toShopDomain } from '../src/shop-domain.ts'

test.each([
  ['maple-lantern.myshopify.com', 'maple-lantern.myshopify.com'],
  [' https://Maple-Lantern.myshopify.com/admin?x=1 ', 'maple-lantern.myshopify.com'],
  ['https://admin.shopify.com/store/maple-lantern/apps', 'maple-lantern.myshopify.com'],
  ['maple-lantern', 'maple-lantern.myshopify.com'],
  ['maplelantern.example', undefined],
  ['a.myshopify.com.example', undefined],
  ['https://admin.shopify.com/apps', undefined],
  ['', undefined],
])('a shop is known by what members copy: %s [D445]', (typed, domain) => {
  expect(toShopDomain(typed)).toBe(domain)
})
