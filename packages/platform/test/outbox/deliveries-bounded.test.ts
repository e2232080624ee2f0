import { describeOnEachEngine } from '@affiliate-platform/test-support/engines'
import { insertApp } from '@affiliate-platform/test-support/payout-builders'
import { expect, test } from 'vitest'
import { deliveryStates, listDeliveries } from '../../src/outbox.ts'
import { countBuffers } from '../explain/count-buffers.ts'
import { addTestEndpoint } from './told.ts'

const messages = 20_000
const buffersMax = 1000

describeOnEachEngine('a page of deliveries', (database) => {
  test('costs little in any state, however much was told or waits [D414]', async () => {
    const { workspaceId } = await insertApp(database())
    const endpoints = [
      await addTestEndpoint(database(), { workspaceId }),
      await addTestEndpoint(database(), { workspaceId }),
    ]
    const [busy, quiet] = endpoints.map(({ id }) => id)
    // The busy endpoint has given up the first half and waits for the second; every thousandth message is the quiet one's.
    const text = `
      insert into outbox_messages (workspace_id, id, endpoint_id, topic, data, next_attempt_at, delivered_at)
      select $1, ('00000000-0000-7000-8000-' || lpad(to_hex(number), 12, '0'))::uuid,
        case when number % 1000 = 0 then $3::uuid else $2 end, 'referral.created', '{}',
        case when number > $4::integer / 2 and number % 1000 <> 0 then now() end,
        case when number % 1000 = 0 then now() end
      from generate_series(1, $4::integer) number`
    await database().query({ name: '', text }, [workspaceId, busy, quiet, messages])
    await database().script('analyze outbox_messages, webhook_endpoints')
    for (const endpointId of [undefined, busy, quiet]) {
      for (const state of [undefined, ...deliveryStates]) {
        if (endpointId !== quiet && state === 'delivered') continue
        let after: { readonly id: string; readonly endpointId: string } | undefined
        for (let page = 0; page < 3; page += 1) {
          const filter = { workspaceId, endpointId, state }
          let found: Awaited<ReturnType<typeof listDeliveries>> = []
          const buffers = await countBuffers(database(), async (recorder) => {
            found = await listDeliveries(recorder, filter, { after, limit: 51 })
          })
          expect(buffers, JSON.stringify(filter)).toBeLessThan(buffersMax)
          expect(found.every((item) => state === undefined || item.state === state)).toBe(true)
          after = found.at(-1) ?? after
        }
      }
    }
  })
})
