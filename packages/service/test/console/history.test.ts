import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { ConsoleResponse, HistoryLine } from '@affiliate-platform/contract/console'
import { describeServiceOnEachEngine } from '@affiliate-platform/test-support/each-engine'
import { makeFolder } from '@affiliate-platform/test-support/service-process'
import { expect, test } from 'vitest'
import {
  buildCommission,
  buildExport,
  buildPaid,
  buildPayout,
  type MantleFiles,
} from '../../../platform/test/history/mantle-export.ts'
import { createPartnerdex } from '../../../platform/test/history/partnerdex-database.ts'
import { folder, origin, signIn } from './sign-in.ts'

const base = '/api/console/v1'
const files = buildExport({
  'commissions.json': [buildPaid(1, 251.8000000000001), buildCommission(2, 7.25), buildCommission(3, 'ten')],
  'payouts.json': [buildPayout(1, 251.8)],
})

describeServiceOnEachEngine(
  'an import in the console',
  { console: { place: { origin }, folder } },
  (service) => {
    const send = async (path: string, json?: object, name: 'Ada' | 'Rita' = 'Ada') => {
      const headers = await signIn(service(), name)
      return await service().fetch(
        `${base}${path}`,
        json === undefined ? { headers } : { headers, method: 'POST', json },
      )
    }
    const read = async <Name extends 'listHistoryImports' | 'readHistoryImport'>(path: string) =>
      (await (await send(path, undefined, 'Rita')).json()) as ConsoleResponse<Name>
    const list = async () => await read<'listHistoryImports'>('/history-imports')

    /** Uploads files in pieces of so many bytes. */
    async function upload(texts: Readonly<Record<string, Uint8Array>>, pieceBytes = 300) {
      const uploadId = crypto.randomUUID()
      for (const [file, packed] of Object.entries(texts))
        for (let start = 0; start < packed.length; start += pieceBytes) {
          const content = Buffer.from(packed.subarray(start, start + pieceBytes)).toString('base64')
          const piece = { uploadId, file, number: start / pieceBytes, content }
          expect((await send('/history-uploads', piece)).status).toBe(200)
        }
      return uploadId
    }
    const pack = (items: MantleFiles) =>
      Object.fromEntries(
        Object.entries(items).map(([file, list]) => [file, gzipSync(JSON.stringify({ items: list }))]),
      )

    async function follow(path: string, json: object): Promise<readonly HistoryLine[]> {
      const response = await send(path, json)
      expect([response.status, response.headers.get('content-type')]).toEqual([
        ...[200, 'application/x-ndjson; charset=utf-8'],
      ])
      const lines = (await response.text()).trimEnd().split('\n')
      return lines.map((line) => JSON.parse(line) as HistoryLine)
    }
    const run = async (uploadId: string, changes: object = {}) => {
      const appId = (await list()).apps[0]?.id
      const body = {
        uploadId,
        source: 'mantle',
        name: 'mantle-export',
        appId,
        cutOver: '2025-06-01',
        appThere: null,
        everyPlanOf: [],
      }
      const lines = await follow('/history-imports', {
        ...body,
        currency: 'USD',
        isDryRun: false,
        ...changes,
      })
      return { last: lines.at(-1), lines }
    }

    test('is uploaded, looked at, run, listed and undone as by command [D432]', async () => {
      const uploadId = await upload(pack(files))
      const tried = await run(uploadId, { isDryRun: true })
      expect(tried.last).toMatchObject({
        importId: null,
        report: { currency: 'USD', money: { openMinor: '725' } },
      })
      expect((await list()).items).toEqual([])
      const done = await run(uploadId)
      expect(done.lines.some((line) => 'step' in line)).toBe(true)
      expect(done.last).toMatchObject({ importId: expect.any(String), isKnown: false })
      expect(Object(done.last).report).toEqual(Object(tried.last).report)

      const { items } = await list()
      expect(items).toMatchObject([
        { source: 'mantle', name: 'mantle-export', actor: 'Ada', currency: 'USD', setAside: 1, undone: null },
      ])
      const id = items[0]?.id ?? ''
      const details = await read<'readHistoryImport'>(`/history-imports/${id}`)
      expect(details).toMatchObject({
        report: Object(tried.last).report,
        setAside: [{ file: 'commissions.json', number: 3, reason: 'unreadable_amount' }],
      })
      // What was imported is uploaded no more.
      expect((await run(uploadId)).last).toEqual({ rejected: 'mantle-export has no file affiliates.json.' })

      expect((await follow(`/history-imports/${id}/undo`, { reason: 'too early' })).at(-1)).toEqual({
        undone: id,
      })
      expect((await list()).items).toMatchObject([{ undone: { actor: 'Ada', reason: 'too early' } }])
      expect((await follow(`/history-imports/${id}/undo`, { reason: 'too early' })).at(-1)).toEqual({
        rejected: 'The import has been undone already.',
      })
    })

    test('takes a database of PartnerDex with its log, whatever it is called, and no other [D433]', async () => {
      const place = makeFolder()
      const path = join(place.path, 'our db.sqlite')
      const source = createPartnerdex(path)
      const packed = {
        'partnerdex.sqlite': gzipSync(await readFile(path)),
        'partnerdex.sqlite-wal': gzipSync(await readFile(`${path}-wal`)),
      }
      source.close()
      await place.remove()
      const changes = { source: 'partnerdex', name: 'our db.sqlite', cutOver: '2026-06-01' }
      const uploadId = await upload(packed, 4000)
      const tried = await run(uploadId, { ...changes, isDryRun: true })
      // What is in the log alone is open as well.
      expect(tried.last).toMatchObject({ importId: null, report: { money: { openMinor: '990' } } })
      const elsewhere = { ...changes, appThere: 'elsewhere' }
      expect((await run(uploadId, elsewhere)).last).toEqual({
        rejected: 'our db.sqlite has no program of the app "elsewhere".',
      })
      const done = await run(uploadId, { ...changes, appThere: 'lantern' })
      expect(Object(done.last).report).toEqual(Object(tried.last).report)
      const { items } = await list()
      const id = Object(done.last).importId
      expect(items.find((item) => item.id === id)).toMatchObject({
        ...{ source: 'partnerdex', name: 'our db.sqlite', setAside: 3, actor: 'Ada', undone: null },
      })
      expect((await follow(`/history-imports/${id}/undo`, { reason: 'too early' })).at(-1)).toEqual({
        undone: id,
      })

      const rejected = async (files: Readonly<Record<string, Uint8Array>>) =>
        (await run(await upload(files, 4000), changes)).last
      expect(await rejected({ 'partnerdex.sqlite-wal': gzipSync('x') })).toEqual({
        rejected: 'our db.sqlite is not there.',
      })
      expect(await rejected({ 'partnerdex.sqlite': gzipSync('a text') })).toEqual({
        rejected: 'our db.sqlite is damaged, or no database of PartnerDex.',
      })
      const half = { 'partnerdex.sqlite': packed['partnerdex.sqlite'].subarray(0, -20) }
      expect(await rejected(half)).toEqual({
        rejected: 'partnerdex.sqlite: it did not arrive whole. Upload it again.',
      })
    })

    test('says what depends on it, and what cannot be read [D432]', async () => {
      const { last } = await run(await upload(pack(files)))
      const importId: string = Object(last).importId
      const { database, ids } = service()
      const text = `
      insert into evidence (workspace_id, id, app_id, shop_domain, membership_id, kind, occurred_at, source_id, reason, actor)
      select workspace_id, $2, app_id, 'new.myshopify.com', id, 'claim', now(), 'x', 'mine', 'operator:ada' from memberships
      where workspace_id = $1 and member_name = 'Affiliate 1'`
      const evidenceId = crypto.randomUUID()
      await database.query({ name: '', text }, [ids.workspaceId, evidenceId])
      expect((await follow(`/history-imports/${importId}/undo`, { reason: 'x' })).at(-1)).toEqual({
        rejected: 'Something depends on this import.',
        dependents: [{ id: evidenceId, what: 'evidence of who brought a shop' }],
      })

      const packed = pack(files)
      const broken = { ...packed, 'commissions.json': packed['commissions.json']?.subarray(0, 200) ?? packed }
      expect((await run(await upload(broken as typeof packed))).last).toEqual({
        rejected: 'commissions.json: it did not arrive whole. Upload it again.',
      })
      const tables = { 'columns.json': gzipSync('{"decimal": "."}') }
      expect((await run(await upload(tables))).last).toEqual({
        rejected: expect.stringContaining('columns.json does not say what columns are: zone'),
      })
      const other = { appId: crypto.randomUUID() }
      expect((await run(await upload(packed), other)).last).toEqual({
        rejected: 'The workspace has no such app.',
      })
      expect((await send(`/history-imports/${crypto.randomUUID()}`)).status).toBe(403)
    })
  },
)
