import type { ConsoleResponse } from '@affiliate-platform/contract/console'
import { createApp, updateApp } from '@affiliate-platform/platform/apps'
import { createLink } from '@affiliate-platform/platform/links'
import { createMembership } from '@affiliate-platform/platform/memberships'
import { invitePerson } from '@affiliate-platform/platform/people'
import { createProgram } from '@affiliate-platform/platform/programs'
import { setTerms } from '@affiliate-platform/platform/terms'
import { createWorkspace } from '@affiliate-platform/platform/workspaces'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { insertRow } from '@affiliate-platform/test-support/payout-builders'
import { buildRules } from '@affiliate-platform/test-support/terms'
import { expect, test } from 'vitest'
import { folder, origin, signIn } from './sign-in.ts'

type Steps = ConsoleResponse<'readOverview'>['firstSteps']

const actor = 'operator:test'

describeServiceOnEachEngine(
  'the first steps in the console',
  { console: { place: { origin }, folder } },
  (service) => {
    const readSteps = async (name: string, workspaceId?: string): Promise<Steps> => {
      const headers = await signIn(service(), name, workspaceId)
      const response = await service().fetch('/api/console/v1/overview', { headers })
      expect(response.status).toBe(200)
      return ((await response.json()) as ConsoleResponse<'readOverview'>).firstSteps
    }

    test('follow the data of an empty workspace one by one, up to its first run', async () => {
      const { database } = service()
      const { id: workspaceId } = await createWorkspace(database, 'New')
      const person = { email: 'nora@new.example', name: 'Nora', role: 'reader' } as const
      await invitePerson(database, { workspaceId, ...person, actor })
      const read = () => readSteps('Nora', workspaceId)
      let expected: Steps = {
        ...{ hasSales: false, hasTerms: false, hasLink: false, hasInstall: false },
        ...{ appId: null, programId: null, membershipId: null },
      }
      const expectMore = async (more: Partial<NonNullable<Steps>>) => {
        expected = { ...expected, ...more } as Steps
        expect(await read()).toEqual(expected)
      }
      await expectMore({})
      const app = await createApp(database, { workspaceId, name: 'App', uninstallUrl: null, clientId: null })
      const appId = app?.id ?? ''
      await expectMore({ appId })
      await insertRow(database, 'sale_connections', {
        ...{ workspace_id: workspaceId, app_id: appId, organization_id: '1', platform_app_id: '2' },
        ...{ api_version: '2026-07', actor },
      })
      await expectMore({ hasSales: true })
      const program = await createProgram(database, { workspaceId, appId, name: 'Partners' })
      const programId = program?.id ?? ''
      await expectMore({ programId })
      await setTerms(database, {
        ...{ workspaceId, target: { kind: 'program', id: programId }, rules: buildRules({}) },
        ...{ effectiveAtMs: undefined, operator: 'test' },
      })
      await expectMore({ hasTerms: true })
      const member = { workspaceId, programId, groupId: null, name: 'Kim', allowManualClaims: null }
      const membershipId = (await createMembership(database, member))?.id ?? ''
      await expectMore({ membershipId })
      const listing = { slug: 'new-app', listingUrl: 'https://apps.shopify.com/new?utm_campaign={code}' }
      await updateApp(database, { workspaceId, id: appId }, listing)
      await createLink(database, { workspaceId, membershipId, code: undefined, label: null, actor })
      await expectMore({ hasLink: true })
      const install = { kind: 'installed', occurred_at: '2026-01-01T00:00:00.000Z', actor }
      const ofShop = { workspace_id: workspaceId, app_id: appId, shop_domain: 'new.myshopify.com' }
      await insertRow(database, 'install_events', { ...ofShop, ...install, source: 'partner' })
      await expectMore({})
      await insertRow(database, 'install_events', {
        ...{ ...ofShop, ...install, source: 'bridge', kind: 'uninstalled' },
      })
      await expectMore({ hasInstall: true })
      await insertRow(database, 'payout_runs', {
        ...{ workspace_id: workspaceId, id: crypto.randomUUID(), app_id: null },
        ...{ as_of: '2026-01-01T00:00:00.000Z', preview_hash: 'x', actor },
      })
      expect(await read()).toBeNull()
    })

    test('are over in a workspace that has had a run', async () => {
      expect(await readSteps('Rita')).toBeNull()
    })
  },
)
