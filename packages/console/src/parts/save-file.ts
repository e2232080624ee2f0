interface SavedFile {
  readonly name: string
  readonly content: string | Blob
}

/** Hands a file to the browser. */
export function saveFile({ name, content }: SavedFile): void {
  const address = URL.createObjectURL(new Blob([content]))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}
