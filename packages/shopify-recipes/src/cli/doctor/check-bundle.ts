import { extname } from 'node:path'
import { atPlace, error, type Finding } from './finding.ts'
import { readFiles } from './read-files.ts'
import { findSecrets } from './secrets.ts'

// Where React Router, Remix and the Express template's frontend put what browsers get.
const folders = ['build/client', 'web/frontend/dist', 'frontend/dist', 'dist/client', 'public']
const extensions = new Set(['.js', '.mjs', '.css', '.html', '.json', '.map', '.txt'])
const fileBytesMax = 20_000_000

/** Looks for keys and secrets in what was built for browsers. */
export async function checkBundle(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly Finding[]> {
  const isWanted = (name: string) => extensions.has(extname(name))
  const built = await Promise.all(
    folders.map((name) => readFiles(folder, `${folder}/${name}`, { isWanted, fileBytesMax })),
  )
  return built
    .flat()
    .filter(({ text }) => findSecrets(text, env).length > 0)
    .map(({ path }) => atPlace(path, error('EXPOSED', 'A key or secret is in the browser bundle.', remedy)))
}

const remedy = 'Find what puts it there, build again, and rotate it: treat it as public.'
