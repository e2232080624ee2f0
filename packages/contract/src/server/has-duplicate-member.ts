// In valid JSON a string before a colon is the name of a member, and no other string is.
const tokens = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g

/** Whether an object of a valid JSON text has two members of one name (RFC 7493: readers differ in which one they see). */
export function hasDuplicateMember(json: string): boolean {
  const open: Set<string>[] = []
  for (const [token, colon] of json.matchAll(tokens)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (colon !== undefined) {
      const name = JSON.parse(token.slice(0, -colon.length))
      const names = open.at(-1)
      if (names?.has(name)) return true
      names?.add(name)
    }
  }
  return false
}
