import { type KnownFields, knownFields } from './known-fields.ts'
import type { ExportRecordKind } from './layouts.ts'

/** A field that nobody has said anything about, and in how many records it has a value. */
export interface UnknownField {
  readonly file: string
  readonly name: string
  readonly count: number
}

/** Counts the fields of records that nobody has said anything about: what they hold is not imported. */
export class UnknownFields {
  readonly #counts = new Map<string, UnknownField>()

  /** Counts those of a record. */
  add(file: string, kind: ExportRecordKind, item: unknown): void {
    this.#addOf(item, { file, prefix: '', known: knownFields[kind] })
  }

  #addOf(
    item: unknown,
    at: { readonly file: string; readonly prefix: string; readonly known: KnownFields },
  ): void {
    if (typeof item !== 'object' || item === null) return
    for (const [field, value] of Object.entries(item)) {
      if (value === null) continue
      const name = at.prefix + field
      const known = at.known[field]
      if (known === undefined) this.#count(at.file, name)
      else if (known !== null)
        for (const part of [value].flat()) this.#addOf(part, { file: at.file, prefix: `${name}.`, known })
    }
  }

  #count(file: string, name: string): void {
    const key = `${file} ${name}`
    this.#counts.set(key, { file, name, count: (this.#counts.get(key)?.count ?? 0) + 1 })
  }

  /** Lists them, those of a file together. */
  list(): readonly UnknownField[] {
    return [...this.#counts.values()]
  }
}
