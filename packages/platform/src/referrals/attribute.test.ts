import { expect, test } from 'vitest'
import { attribute } from './attribute.ts'

const at = (time: string) => Date.parse(time)
const rules = { windowDays: 30, allowExistingShops: false }
const click = at('2026-01-01T00:00:00.000Z')
const lastMoment = at('2026-01-31T00:00:00.000Z')

const attributeInstall = (installedAtMs: number, clickedAtMs?: number, firstInstallMs?: number) =>
  attribute(rules, { clickedAtMs, installedAtMs, firstInstallMs })

test.each([
  ['at the click itself', click],
  ['at the last moment of the window', lastMoment],
])('an install %s is referred, from the install on [2.2-windowDays]', (_when, installedAtMs) => {
  expect(attributeInstall(installedAtMs, click)).toEqual({
    originalInstallMs: installedAtMs,
    appliesFromMs: installedAtMs,
    earnsInstallReward: true,
  })
})

test('an install a millisecond after the window is not referred [2.2-windowDays]', () => {
  expect(attributeInstall(lastMoment + 1, click)).toBe('outside_window')
})

test('a shop that had the app a millisecond before the click is an existing one [2.2-allowExistingShops]', () => {
  expect(attributeInstall(lastMoment, click, click - 1)).toBe('existing_shop')
  expect(attributeInstall(click - 1, click)).toBe('existing_shop')
  expect(attributeInstall(lastMoment, click, click)).toMatchObject({ earnsInstallReward: true })
})

test('an allowed existing shop is referred from the click on, without a reward [2.2-allowExistingShops, D53]', () => {
  const allowing = { ...rules, allowExistingShops: true }
  const original = at('2025-01-01T00:00:00.000Z')
  const attribution = { clickedAtMs: click, installedAtMs: lastMoment + 1, firstInstallMs: original }
  expect(attribute(allowing, attribution)).toEqual({
    originalInstallMs: original,
    appliesFromMs: click,
    earnsInstallReward: false,
  })
})

test('without a click the install decides, and an earlier one makes the shop an existing one [D53]', () => {
  expect(attributeInstall(click)).toMatchObject({ appliesFromMs: click, earnsInstallReward: true })
  expect(attributeInstall(click, undefined, click - 1)).toBe('existing_shop')
})
