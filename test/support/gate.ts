/** A promise that a test settles by hand. */
export interface Gate<T> {
  readonly promise: Promise<T>
  open(value: T): void
}

/** Creates a closed gate. */
export function createGate<T = void>(): Gate<T> {
  let open: (value: T) => void = () => undefined
  const promise = new Promise<T>((resolve) => {
    open = resolve
  })
  return { promise, open }
}
