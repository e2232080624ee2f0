// Puts what the pages below /docs load beside the built code, or into another folder.
import { cpSync } from 'node:fs'
import { join } from 'node:path'

const assets = process.argv[2] ?? join(import.meta.dirname, '../dist/docs/assets')

cpSync(join(import.meta.dirname, '../src/docs/assets'), assets, { recursive: true })
