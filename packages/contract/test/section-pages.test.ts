import { details, sections } from '@affiliate-platform/contract'
import { describe, expect, it } from 'vitest'
import { parseListQuery } from '../src/lib/list-query.ts'
import { examples } from '../src/openapi/examples.ts'
import type { OperationDocs } from '../src/operations/operation.docs.ts'
import { operationDocs } from '../src/operations/operations.docs.ts'
import { issuesOf } from './builders.ts'
import { renderDetailPage, renderSectionPage } from './section-page.ts'

describe.each(sections.map((section) => [section.id, section] as const))('%s', (id, section) => {
  const docs: OperationDocs = operationDocs[id]

  it('says of each of its states when it holds [D61]', () => {
    expect(Object.keys(docs.states ?? {})).toEqual(section.statuses)
  })

  it('shows queries that are accepted, and pages of its rows [4.2-1] [D61]', () => {
    for (const { value } of Object.values(docs.examples.queries ?? {}))
      expect(parseListQuery(section.query, Object.entries(value))).toMatchObject({ ok: true })
    for (const { value } of Object.values(examples[id].responses))
      expect(issuesOf(section.response, value)).toEqual([])
  })
})

// The payouts have the rules of the interface on their page, and so words of their own.
it.each(sections.filter(({ name }) => name !== 'payouts').map((section) => [section.name, section] as const))(
  'the page on %s is what the contract says [D125]',
  async (name, section) => {
    await expect(renderSectionPage(section)).toMatchFileSnapshot(`../../../docs/api/list-${name}.md`)
  },
)

describe.each(details.map((detail) => [detail.id, detail] as const))('%s', (id, detail) => {
  it('shows records as they are sent [D130]', () => {
    for (const { value } of Object.values(examples[id].responses))
      expect(issuesOf(detail.response, value)).toEqual([])
  })

  it('has a page that is what the contract says [D125] [D130]', async () => {
    const name = id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    await expect(renderDetailPage(detail)).toMatchFileSnapshot(`../../../docs/api/${name}.md`)
  })
})
