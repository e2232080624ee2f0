import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Download, download } from '../api.ts'
import { saveFile } from './save-file.ts'

/** Downloads a list with filters as a file; given up where its screen is gone. */
export function useDownload(operation: Download, fileName: string, query: Readonly<Record<string, string>>) {
  const [bytes, setBytes] = useState(0)
  const leaving = useRef(new AbortController())
  // Nobody waits any more for what was begun on a screen that is gone.
  useEffect(() => () => leaving.current.abort(), [])
  const act = useMutation({
    mutationFn: () => {
      leaving.current = new AbortController()
      setBytes(0)
      const { signal } = leaving.current
      return download(operation, { query, signal, onBytes: setBytes })
    },
    onSuccess: (content) => saveFile({ name: fileName, content }),
  })
  const cancel = () => {
    leaving.current.abort()
    act.reset()
  }
  return { act, cancel, progress: `${(bytes / 1e6).toFixed(1)} MB so far` }
}
