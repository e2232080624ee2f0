import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeBackfill } from '../rows/backfill.ts'
import { describeInstall } from '../rows/install.ts'
import { describeLateUninstall } from '../rows/late-uninstall.ts'
import { describeForward, describeOutage } from '../rows/outage.ts'
import { describeReport, describeReportOfUninstall } from '../rows/report.ts'
import { describeUninstall } from '../rows/uninstall.ts'
import { describeUnreachable } from '../rows/unreachable.ts'
import type { Host } from './host.ts'
import { createStage, type Stage } from './stage.ts'
import { createWorld, type World } from './world.ts'

/**
 * The battery: the same promises on each of the hosts, which live in one world one after the other.
 *
 * @param describeFurther - tests of its own, in the same world: to make one takes seconds
 */
export function describeHosts(
  hosts: readonly Host[],
  describeFurther: (getWorld: () => World) => void = () => undefined,
): void {
  let world: World

  beforeAll(async () => {
    world = await createWorld()
  })

  afterAll(() => world.close())

  describe.each(hosts)('$name', (host) => {
    if (host.build) beforeAll(host.build)

    describe('with identifyOnInstall', () => {
      const getStage = useStage(() => createStage(host, world))
      describeInstall(getStage)
      describeReport(getStage)
      describeUninstall(getStage)
      describeReportOfUninstall(getStage)
      describeLateUninstall(getStage)
      describeBackfill(getStage)
      describeOutage(getStage)
      describeUnreachable(host, () => world)
      describeProcess(getStage)
    })

    describe('with forwardUninstall', () => {
      const app = host.forwardApp ?? host.app
      const environment = { AFFILIATE_VARIANT: 'forward_uninstalls' }
      const getStage = useStage(() => createStage({ ...host, app }, world, environment))
      describeUninstall(getStage)
      describeReportOfUninstall(getStage)
      describeForward(getStage)
      describeProcess(getStage)
    })
  })

  describeFurther(() => world)
}

/** The part of the battery that depends on which tokens an app uses. */
export function describeInstalls(host: Host, getWorld: () => World): void {
  describe(host.name, () => {
    describe('with identifyOnInstall', () => {
      const getStage = useStage(() => createStage(host, getWorld()))
      describeInstall(getStage)
      describeReport(getStage)
      describeUninstall(getStage)
      describeProcess(getStage)
    })
  })
}

/** What is left behind by all of the above. */
function describeProcess(getStage: () => Stage): void {
  it('has told of each install and uninstall once [D331]', () => {
    const { shops, listReported } = getStage()
    const told = shops.map(listReported)
    expect(told.flat()).not.toEqual([])
    // An app never tells the same twice in a row.
    expect(told.filter((kinds) => kinds.some((kind, index) => kind === kinds[index + 1]))).toEqual([])
  })

  it('lives on, and has printed no secret [5-6, D36]', () => {
    const { app, world } = getStage()
    expect(app.isRunning()).toBe(true)
    const printed = app.log()
    expect(printed).not.toMatch(/unhandled|uncaught/i)
    expect(printed).not.toMatch(/shp[a-z]+_/)
    expect(printed).not.toContain(world.workspaceKey)
    expect(printed).not.toContain(world.bridgeKey)
    expect(printed).not.toContain(world.environment['SHOPIFY_API_SECRET'])
  })
}

/** One process for the tests of a suite. */
function useStage(create: () => Promise<Stage>): () => Stage {
  let stage: Stage

  beforeAll(async () => {
    stage = await create()
  })

  afterAll(() => stage.app.stop())

  return () => stage
}
