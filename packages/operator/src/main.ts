import { applyContext } from './command-line/saved-context.ts'
import { processTerminal, watchOutput } from './command-line/terminal.ts'
import { runCommand } from './run-command.ts'

watchOutput()
applyContext(process.env)
process.exitCode = await runCommand(process.argv.slice(2), processTerminal)
