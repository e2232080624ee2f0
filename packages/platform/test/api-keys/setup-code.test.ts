import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { createSetupCodeSearch, issueSetupCode, redeemSetupCode } from '../../src/api-keys/setup-code.ts'
import { newId } from '../../src/database/statements/new-id.ts'

describeOnEachEngine('a setup code', (database) => {
  const setExpiry = {
    name: '',
    text: `update setup_codes set created_at = created_at - interval '1 minute', expires_at = date_trunc('milliseconds', now()) + $2::interval where id = $1`,
  }

  /** Redeems a code that expires so long from now; within a transaction the database's time stands still. */
  const redeemBeforeExpiry = async (rest: string) => {
    const app = await insertApp(database())
    const issued = await issueSetupCode(database(), app)
    return await database().transaction(async (tx) => {
      await tx.query(setExpiry, [issued?.id, rest])
      const search = createSetupCodeSearch(tx)
      const found = await search(issued?.code ?? '')
      const redeemed = await redeemSetupCode(tx, { workspaceId: app.workspaceId, id: issued?.id ?? '' })
      return [found !== undefined, redeemed !== undefined]
    })
  }

  test('lasts 15 minutes, by the time of the database and to the millisecond [D265] [D73]', async () => {
    const issued = await issueSetupCode(database(), await insertApp(database()))
    const text = 'select created_at from setup_codes where id = $1'
    const [row] = await database().query<{ created_at: Date }>({ name: '', text }, [issued?.id])
    expect(Number(issued?.expiresAt) - Number(row?.created_at)).toBe(15 * 60_000)

    expect(await redeemBeforeExpiry('1 millisecond')).toEqual([true, true])
    expect(await redeemBeforeExpiry('0 milliseconds')).toEqual([false, false])
  })

  test('is of one workspace, and issued for no app of another [D265]', async () => {
    const [own, other] = [await insertApp(database()), await insertApp(database())]
    expect(await issueSetupCode(database(), { ...own, appId: other.appId })).toBeUndefined()
    const issued = await issueSetupCode(database(), own)
    const { workspaceId } = other
    expect(await redeemSetupCode(database(), { workspaceId, id: issued?.id ?? newId() })).toBeUndefined()
  })
})
