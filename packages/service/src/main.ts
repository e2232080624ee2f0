import { runCommand } from './cli/run-command.ts'
import { processTerminal, watchOutput } from './cli/terminal.ts'

watchOutput()
process.exitCode = await runCommand(process.argv.slice(2), processTerminal)
