import { MantineProvider } from '@mantine/core'
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { type ComponentProps, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { CallError } from './send.ts'
import { theme } from './theme.ts'

const refused = (error: Error) => error instanceof CallError && error.code !== 'no_response'

/** Shows the screens of the console or of the portal. */
export function start(router: ComponentProps<typeof RouterProvider>['router']): void {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
  // What locks the scrolling behind a drawer does not ask the provider.
  setNonce(nonce)
  // What a form has typed stays where it is: only what is read asks anew who is signed in.
  const queryCache = new QueryCache({
    onError: (error, { queryKey: [name] }) => {
      const hasEnded = error instanceof CallError && error.code === 'missing_credential'
      if (hasEnded && name !== 'session') void queries.invalidateQueries({ queryKey: ['session'] })
    },
  })
  const queries = new QueryClient({
    queryCache,
    defaultOptions: {
      queries: { retry: (count, error) => count < 2 && !refused(error), staleTime: 5000 },
      // What is sent without a network fails at once, and is sent again by who still wants it.
      mutations: { networkMode: 'always' },
    },
  })
  const root = document.getElementById('root')
  if (root === null) return
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
