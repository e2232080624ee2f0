import { describe, expect, it } from 'vitest'
import { suites } from '../suites/suites.ts'
import { buildWorld, toId } from './world.ts'

const world = buildWorld(3000)

describe('the data of the benchmarks', () => {
  it('gives the same place of every lane to the same app', () => {
    const apps = world.lanes.map((lane) => lane.map(({ app }) => app.rank).join())
    expect(new Set(apps).size).toBe(1)
  })

  it('gives every key its own lineage', () => {
    const lineages = [...world.lanes, ...world.largestAppLanes].flat().map(({ lineageId }) => lineageId)
    expect(new Set(lineages).size).toBe(lineages.length)
  })

  it('makes ids as the database does', () => {
    expect(toId('app/0')).toBe('5b6b2409-6ddb-5f53-88e6-5561160ad145')
  })

  it('has a lane for every case of a suite', () => {
    expect(Math.max(...suites.map(({ cases }) => cases.length))).toBeLessThan(world.lanes.length)
  })
})
