import { readdirSync, readFileSync } from 'node:fs'
import {
  currencyCodes,
  errorCatalogue,
  firstReceipt,
  limits,
  operations,
  redeemSetupCode,
} from '@affiliate-platform/contract'
import { examples } from '@affiliate-platform/contract/openapi'
import { describe, expect, it } from 'vitest'

const docs = new URL('../../../docs/', import.meta.url)

const read = (path: string): string => readFileSync(new URL(path, docs), 'utf8')

const pages = readdirSync(new URL('api/', docs)).filter((name) => name.endsWith('.md'))

const decisionFiles = readdirSync(new URL('decisions/', docs)).filter((name) => /^\d/.test(name))

const ruleIds: readonly { readonly id: string; readonly page: string; readonly package: string }[] =
  JSON.parse(read('api/rule-ids.json'))

/** Every capture of a pattern in a text. */
const captures = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, captured = '']) => captured)

/** What an example of a page is called, such as `saveTerms.responses.saved`, looked up in the contract. */
function findExample(name: string): unknown {
  let found: unknown = examples
  for (const step of name.split('.')) found = Object.entries(Object(found)).find(([key]) => key === step)?.[1]
  return Object.entries(Object(found)).find(([key]) => key === 'value')?.[1]
}

describe('docs/api', () => {
  it('states every rule id once, on the page that the list names', () => {
    const stated = pages.flatMap((page) =>
      captures(read(`api/${page}`), /\*\*\[([^\]]+)\]\*\*/g).map((id) => `${page} ${id}`),
    )
    const listed = ruleIds.filter(({ id }) => !id.startsWith('D')).map(({ id, page }) => `${page} ${id}`)

    expect(stated.toSorted()).toEqual(listed.toSorted())
    expect(new Set(ruleIds.map(({ id }) => id)).size).toBe(ruleIds.length)
  })

  it('lists every error code with its status, in the order of the catalogue [D2]', () => {
    const rows = [...read('api/errors.md').matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)]
    const catalogue = Object.entries(errorCatalogue).map(([code, { status }]) => [code, String(status)])

    expect(rows.map(([, code, status]) => [code, status])).toEqual(catalogue)
  })

  it('states the limits of the contract [8-quota] [8-body] [8-page]', () => {
    const rows = [...read('api/limits.md').matchAll(/\(`(\w+)`\) \| (\d+) \|/g)]

    expect(rows.length).toBe(15)
    for (const [, name = '', value] of rows) expect(limits, name).toHaveProperty(name, Number(value))
  })

  it('shows examples that are those of the OpenAPI document', () => {
    const blocks = pages.flatMap((page) => [...read(`api/${page}`).matchAll(/^```json (\S+)\n([^`]+)```$/gm)])

    expect(blocks.length).toBeGreaterThanOrEqual(7)
    for (const [, name = '', json = ''] of blocks) expect(JSON.parse(json), name).toEqual(findExample(name))
  })

  it('has a page for each operation, with its method and path [4.1-path] [4.2-path] [4.3-path]', () => {
    const requests = pages.flatMap((page) => captures(read(`api/${page}`), /^```http\n(.+)\n```$/gm))

    expect(requests.toSorted()).toEqual(
      [...Object.values(operations), redeemSetupCode, firstReceipt]
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    )
  })

  it('names each member of a payout in the table of its page [2.4-unpaid]', () => {
    const named = captures(read('api/list-payouts.md'), /^\|[^|`]*((?:`\w+`(?:, )?)+)/gm).join(' ')
    const missing = Object.keys(operations.listPayouts.row.shape).filter(
      (member) => !named.includes(`\`${member}\``),
    )

    expect(missing).toEqual([])
  })

  it('mentions only currencies that are supported [2.1-currency]', () => {
    const mentioned = pages.flatMap((page) => captures(read(`api/${page}`), /"currency": "(\w+)"/g))

    expect(mentioned.filter((code) => !currencyCodes.includes(code))).toEqual([])
  })
})

describe('docs/decisions', () => {
  const toId = (file: string): string => `D${file.replace(/^0*(\d+a?)-.*$/, '$1')}`

  /** Where the text is that holds for an id: its own file, or the one that it was folded into; none if it was replaced. */
  const findText = (file: string): string | undefined => {
    const [, change, target = ''] =
      /· (Folded into|Replaced by) \[D\w+\]\((.+)\)\n$/.exec(read(`decisions/${file}`)) ?? []
    return change === undefined ? file : change === 'Folded into' ? target : undefined
  }

  const holding = decisionFiles.filter((file) => findText(file) === file)

  it('leads every id that holds or is folded to the file with its text [D295]', () => {
    const listed = ruleIds.filter(({ id }) => id.startsWith('D')).map(({ id, page }) => `${id} ${page}`)
    const named = decisionFiles.filter((file) => findText(file) !== undefined)

    expect(listed).toEqual(named.map((file) => `${toId(file)} ../decisions/${findText(file)}`))
    expect(named.filter((file) => !holding.includes(findText(file) ?? ''))).toEqual([])
  })

  it('lists each decision once in the index, with its title and what became of it [D295]', () => {
    const rows = decisionFiles.map((file) => {
      const [, title = '', status = ''] =
        /^# (.+)\n\nDecision D\w+ · (.+)\n/.exec(read(`decisions/${file}`)) ?? []
      const state = status.startsWith('Accepted')
        ? 'holds'
        : status.replace(/^\w/, (first) => first.toLowerCase())
      return `${toId(file)} ${title} ${state}`
    })
    const indexed = [
      ...read('decisions/README.md').matchAll(/^\| \[(D\w+)\]\(.+?\) \| (.+?) \| .+? \| (.+) \|$/gm),
    ]

    expect(indexed.map(([, id, title, state]) => `${id} ${title} ${state}`).toSorted()).toEqual(
      rows.toSorted(),
    )
  })

  it('keeps each file short, with its status, code and test, and of the others one line [D295]', () => {
    for (const file of decisionFiles) {
      const text = read(`decisions/${file}`)
      expect(text.split('\n').length, file).toBeLessThanOrEqual(41)
      if (holding.includes(file)) {
        expect(text, file).toMatch(/^# .+\n\nDecision D\w+ · Accepted/)
        expect(text, file).toMatch(/\n- Code: `.+`\n- Test: `.+`\n$/)
      } else
        expect(text, file).toMatch(/^# .+\n\nDecision D\w+ · (?:Folded into|Replaced by) \[D\w+\]\(.+\)\n$/)
    }
  })
})

describe('links in docs', () => {
  it('lead to files that exist', () => {
    for (const folder of ['api', 'decisions']) {
      for (const name of readdirSync(new URL(`${folder}/`, docs)).filter((file) => file.endsWith('.md'))) {
        const links = captures(read(`${folder}/${name}`), /\]\(([^)#:]+)(?:#[^)]*)?\)/g)
        for (const link of links) expect(() => read(`${folder}/${link}`), `${name} → ${link}`).not.toThrow()
      }
    }
  })
})
