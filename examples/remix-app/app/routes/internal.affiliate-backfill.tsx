import type { ActionFunctionArgs } from '@remix-run/node'
import { runBackfill } from '../backfill.server.ts'

// Temporary, and for the app's owner alone (interface 4.4 rule 4): delete it after one successful run.
export const action = ({ request }: ActionFunctionArgs) => runBackfill(request)
