import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../src')
const mantine = dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css'))
const read = (file: string) => readFileSync(file, 'utf8')

test('the console has the styles of every component of Mantine that it shows', () => {
  const shown = globSync(`${source}/**/*.tsx`).flatMap((file) =>
    [...read(file).matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
      [...names.matchAll(/\b[A-Z]\w*/g)].map(([name]) => name),
    ),
  )
  const styled = new Set(globSync(`${mantine}/styles/*.css`).map((file) => file.replace(/^.*\/|\.css$/g, '')))
  const imported = read(`${source}/mantine.css`)
  const missing = [...new Set(shown)].filter(
    (name) => styled.has(name) && !imported.includes(`/${name}.css"`),
  )
  expect(shown).toContain('Button')
  expect(missing).toEqual([])
})
