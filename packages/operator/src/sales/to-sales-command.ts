import { quote, toCommandLine } from '../command-line/to-command-line.ts'

/** The flags that say of which app, on which database. */
export interface SalesPlace {
  readonly app?: string
  readonly dataDir?: string
  readonly workspace?: string
}

/** The whole command to go on with, about the sales of the same app. */
export function toSalesCommand(name: 'set-aside' | 'status', { app, ...place }: SalesPlace): string {
  return toCommandLine(`sales ${name}${app === undefined ? '' : ` --app ${quote(app)}`}`, place)
}
