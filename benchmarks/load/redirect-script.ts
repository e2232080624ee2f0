import { type CreateScript, expectStatus, toRequest } from './script.ts'

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

/** A link as a browser opens it, from a page that has it. */
export const toVisit = (target: string): string =>
  toRequest('GET', target, {
    headers: [`User-Agent: ${userAgent}`, 'Referer: https://blog.example/best-apps', 'Accept-Language: en'],
  })

const apps = 20
const linksOfAnApp = 3
const requests = Array.from({ length: apps * linksOfAnApp }, (_, place) =>
  toVisit(`/r/app-${Math.floor(place / linksOfAnApp)}/member-${place % linksOfAnApp}`),
)

/** Sixty links that are followed again and again: each connection begins with another one. */
export const followedLinks: CreateScript = () => {
  let visitors = 0
  return {
    createVisitor: () => {
      let place = visitors * 7
      visitors += 1
      return {
        next: () => {
          place += 1
          return requests[place % requests.length] as string
        },
        read: expectStatus(302),
      }
    },
  }
}
