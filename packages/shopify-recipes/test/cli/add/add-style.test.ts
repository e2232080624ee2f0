import { describe, expect, it } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { type AppFiles, buildExpressApp, buildRoutedApp, templates } from './apps.ts'
import { createApp } from './created-app.ts'

const isCode = (path: string) => /\.[jt]sx?$/.test(path)

const mapCode = (files: AppFiles, rewrite: (text: string) => string): AppFiles =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, isCode(path) ? rewrite(text) : text]))

const toTabs = (text: string) => text.replace(/^(?: {2})+/gm, (spaces) => '\t'.repeat(spaces.length / 2))
const toBare = (text: string) => text.replace(/;$/gm, '').replaceAll('"', "'")

/** Every line of every file that differs from the app as it was. */
async function addedLines(files: AppFiles): Promise<readonly string[]> {
  const app = await createApp(files)
  expect(await app.add('--yes')).toBe(0)
  app.git('add', '--all')
  const diff = app.git('diff', '--cached', '--unified=0', '--', '*.js', '*.ts', '*.jsx', '*.tsx')
  return diff.split('\n').filter((line) => line.startsWith('+') && !line.startsWith('+++'))
}

describe.each(templates)('what is added to %s', (_, files) => {
  it('keeps CRLF in every file, and changes no other line [D91]', async () => {
    const app = await createApp(
      Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')])),
    )
    expect(await app.add('--yes')).toBe(0)
    const changed = app.git('diff', '--name-only').trim().split('\n')
    for (const path of changed) expect((await app.read(path)).replaceAll('\r\n', '')).not.toContain('\n')
    expect(await app.add('--undo')).toBe(0)
    expect(app.status()).toBe('')
  })

  it('is indented by tabs where the app is', async () => {
    const lines = await addedLines(mapCode(files, toTabs))
    expect(lines.filter((line) => line.startsWith('+ '))).toEqual([])
    expect(lines.some((line) => line.startsWith('+\t'))).toBe(true)
  })

  it('has neither semicolons nor double quotes where the app has none', async () => {
    const lines = await addedLines(mapCode(files, toBare))
    expect(lines.filter((line) => line.endsWith(';') || line.includes('"'))).toEqual([])
  })
})

it('follows the names that a file ends its imports with', async () => {
  const files = mapCode(buildRoutedApp('react-router', 'ts'), (text) =>
    text.replaceAll('.server"', '.server.js"'),
  )
  const lines = await addedLines(files)
  expect(lines).toContain('+import { installLedger } from "./affiliate.server.js";')
  expect(lines).toContain('+import { installLedger } from "../affiliate.server.js";')
})

it('adds a list of dependencies where there is none, and keeps the order of one', async () => {
  const express = await createApp(buildExpressApp())
  await express.add('--yes')
  expect(await express.read('web/package.json')).toContain(
    `"dependencies": {\n    "@affiliate-platform/shopify-recipes": "${manifest.version}",\n    "@shopify/shopify-app-express"`,
  )
})
