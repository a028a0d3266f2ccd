import { useState } from 'react'
import { probeBytes, type Trouble } from '../../../../tree/ui.ts'

/** Why a picture or a player failed; status 200 when the bytes are there and cannot be shown. */
export const useProbe = (url: string | null) => {
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  return {
    trouble,
    reset: () => setTrouble(null),
    probe: (): void => {
      if (url) void probeBytes(url).then(setTrouble)
      else setTrouble({ status: 404, message: '' })
    },
  }
}
