import { useState } from 'react'
import { type FetchError, probeFile } from '../../../../tree/ui.ts'

/** Why an image or player failed; a 2xx status when the content is available but cannot be shown. */
export const useProbe = (url: string | null) => {
  const [fetchError, setFetchError] = useState<FetchError | null>(null)
  return {
    fetchError,
    /** Lets it be fetched again once it is available: the error stays until then. */
    retry: async (): Promise<void> => {
      const now = await probeFile(url ?? '')
      setFetchError(now.status >= 200 && now.status < 300 ? null : now)
    },
    probe: (): void => {
      if (url) void probeFile(url).then(setFetchError)
      else setFetchError({ status: 404, message: '' })
    },
  }
}
