import { useState } from 'react'

/** Why a picture or a player failed: the status of its address; 200 when the bytes are there and cannot be shown. */
export const useProbe = (url: string | null) => {
  const [status, setStatus] = useState<number | null>(null)
  return {
    status,
    reset: () => setStatus(null),
    probe: (): void => {
      fetch(url ?? '', { method: 'HEAD' }).then(
        (answer) => setStatus(url ? answer.status : 404),
        () => setStatus(0),
      )
    },
  }
}
