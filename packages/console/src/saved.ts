import { call } from './api.ts'

/** What who is signed in has saved, wherever it is shown. */
export const savedQuery = { queryKey: ['saved'], queryFn: () => call('listSavedAddresses') }
