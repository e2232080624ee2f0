import type { Command } from 'commander'
import { addCommand } from '../command-line/database-command.ts'
import { dataDirFlag } from '../command-line/database-option.ts'
import { printShown } from '../command-line/print-done.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { readTermsWords, termsTemplate } from '../command-line/terms-template.ts'

const money =
  'Money is { "amountMinor": "500", "currency": "USD" } for 5.00 USD: minor units, as a text. None is the amount "0", never null.'

/** Adds `terms template`: a file to start from on standard output, and what its members are beside it. */
export function addTemplateCommand(terms: Command, terminal: Terminal): void {
  addCommand(terms, 'template', {
    description: 'print a terms file to start from, and on standard error what each member is',
    examples: ['terms template > terms.json', 'terms template --json'],
  })
    .option(dataDirFlag.name, 'accepted as by other commands; the template needs no database')
    .option('--json', 'print both as one JSON document: the file, and what its members are')
    .action((flags: { readonly json?: boolean }) => {
      const members = readTermsWords()
      const lines = Object.entries(members).map(([name, words]) => `${name}: ${words}\n`)
      printShown(terminal, flags, {
        record: { file: termsTemplate, members },
        text: `${JSON.stringify(termsTemplate, null, 2)}\n`,
        message: flags.json ? undefined : `${lines.join('')}${money}`,
      })
    })
}
