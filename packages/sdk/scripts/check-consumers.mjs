// Packs the built package, puts it into an empty project, and compiles and runs that project: the library's own
// declarations are checked as well, with every TypeScript below.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { installPacked } from './install-packed.mjs'

const root = join(import.meta.dirname, '../../..')
// Each older compiler lies in a workspace of its own: at the root there is one `tsc` only.
const compilers = [
  'test/consumers/typescript-5.9/node_modules/typescript',
  'test/consumers/typescript-6.0/node_modules/typescript',
  'node_modules/typescript',
]
const consumers = join(import.meta.dirname, '../test/consumers')

const base = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  target: 'es2022',
}
const node = { lib: ['es2022'], types: ['node'] }
// TypeScript 6 calls `node10` deprecated, 7 has dropped it.
const node10 = { module: 'commonjs', moduleResolution: 'node10' }
const nodenext = { ...base, ...node, module: 'nodenext' }
const projects = [
  { name: 'ESM on Node', files: ['esm.mts', 'mistakes.mts', 'cjs.cts'], compilerOptions: nodenext },
  {
    name: 'a bundler',
    files: ['esm.mts'],
    compilerOptions: { ...base, ...node, module: 'esnext', moduleResolution: 'bundler' },
  },
  {
    name: 'a bundler, with the types of a browser and without those of Node',
    files: ['esm.mts'],
    compilerOptions: { ...base, types: [], module: 'esnext', moduleResolution: 'bundler' },
  },
  {
    name: 'CommonJS on Node 16',
    files: ['commonjs.cts'],
    compilerOptions: { ...base, ...node, module: 'node16' },
  },
  {
    name: 'CommonJS with node10',
    files: ['commonjs.cts'],
    compilerOptions: { ...base, ...node, ...node10 },
    isOld: true,
  },
  // The declarations of msw need those of a browser.
  { name: 'tests', files: ['testing.mts'], compilerOptions: { ...nodenext, lib: ['es2022', 'dom'] } },
]

const project = mkdtempSync(join(tmpdir(), 'sdk-consumer-'))
try {
  installPacked(project)
  linkLibraries()
  cpSync(consumers, project, { recursive: true })
  execFileSync(process.execPath, ['run.mjs'], { cwd: project, stdio: 'inherit' })
  process.stdout.write('runs     import and require\n')
  for (const compiler of compilers) compileAll(compiler)
} finally {
  rmSync(project, { recursive: true, force: true })
}

function linkLibraries() {
  for (const name of ['zod', 'zod-openapi', 'msw', '@types/node', 'undici-types']) {
    const link = join(project, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), link)
  }
}

function compileAll(compiler) {
  const bin = join(root, compiler, 'bin/tsc')
  const { version } = JSON.parse(readFileSync(join(root, compiler, 'package.json'), 'utf8'))
  for (const { name, files, compilerOptions, isOld = false } of projects) {
    if (isOld && !version.startsWith('5.')) continue
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    execFileSync(process.execPath, [bin, '-p', project], { stdio: 'inherit' })
    process.stdout.write(`compiles TypeScript ${version}: ${name}\n`)
  }
}
