// Usage: node killed-command.ts URL WORDS, the words as JSON. Runs a command of the operator, to be killed at any moment:
// says when it begins, and how it has ended.
import { runCommand } from '../src/run-command.ts'

const [url = '', words = '[]'] = process.argv.slice(2)
process.stdout.write('begins\n')
const exitCode = await runCommand(JSON.parse(words), {
  env: { DATABASE_URL: url },
  writeData: () => {},
  writeMessage: (text) => process.stderr.write(text),
})
process.stdout.write(`exit ${exitCode}\n`)
