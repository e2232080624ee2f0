import { listOperations, recordOperations } from '@affiliate-platform/contract'
import { describe, expect, it } from 'vitest'
import { parseListQuery } from '../src/lib/list-query.ts'
import { examples } from '../src/openapi/examples.ts'
import type { OperationDocs } from '../src/operations/definitions/operation.docs.ts'
import { operationDocs } from '../src/operations/operations.docs.ts'
import { issuesOf } from './builders.ts'
import { renderListPage, renderRecordPage } from './list-page.ts'

describe.each(listOperations.map((list) => [list.id, list] as const))('%s', (id, list) => {
  const docs: OperationDocs = operationDocs[id]

  it('says of each of its states when it holds [D61]', () => {
    expect(Object.keys(docs.states ?? {})).toEqual(list.statuses)
  })

  it('shows queries that are accepted, and pages of its rows [4.2-1] [D61]', () => {
    for (const { value } of Object.values(docs.examples.queries ?? {}))
      expect(parseListQuery(list.query, Object.entries(value))).toMatchObject({ ok: true })
    for (const { value } of Object.values(examples[id].responses))
      expect(issuesOf(list.response, value)).toEqual([])
  })
})

// The payouts have the rules of the interface on their page, and so words of their own.
it.each(listOperations.filter(({ name }) => name !== 'payouts').map((list) => [list.name, list] as const))(
  'the page on %s is what the contract says [D125]',
  async (name, list) => {
    await expect(renderListPage(list)).toMatchFileSnapshot(`../../../docs/api/list-${name}.md`)
  },
)

describe.each(recordOperations.map((operation) => [operation.id, operation] as const))(
  '%s',
  (id, operation) => {
    it('shows records as they are sent [D130]', () => {
      for (const { value } of Object.values(examples[id].responses))
        expect(issuesOf(operation.response, value)).toEqual([])
    })

    it('has a page that is what the contract says [D125] [D130]', async () => {
      const name = id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      await expect(renderRecordPage(operation)).toMatchFileSnapshot(`../../../docs/api/${name}.md`)
    })
  },
)
