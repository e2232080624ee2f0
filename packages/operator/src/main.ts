import { processTerminal, watchOutput } from './command-line/terminal.ts'
import { applyContext } from './context/settings-file.ts'
import { runCommand } from './run-command.ts'

watchOutput()
applyContext(process.env)
process.exitCode = await runCommand(process.argv.slice(2), processTerminal)
