import { describe, expect, it } from 'vitest'
import { toApiKey } from '../database/world.ts'
import { type CreateClient, clients } from './clients.ts'
import { baseUrl, buildDubPageText, buildPageText, createStubFetch } from './responses.ts'

describe('the clients under measurement', () => {
  it.each(Object.entries(clients))('%s reads the same page', async (name, createClient: CreateClient) => {
    const text = name === 'dub' ? buildDubPageText(3) : buildPageText(3, 'next')
    const readPage = createClient({
      baseUrl,
      apiKey: toApiKey('affiliate', 'client'),
      fetch: createStubFetch(text),
    })
    expect(JSON.stringify(await readPage(3))).toBe(text)
  })
})
