import { useCallback } from 'react'
import { maxZipItems } from '../../storage/contract.ts'
import { saveAddress } from '../../storage/ui.ts'
import { CallError, call, useFeedback, useT } from '../../web/ui.ts'
import type { Folder } from '../client/folder.store.ts'
import { callsOf, type Picked, toldOf } from '../client/picked.ts'
import { visitorPrepareZip } from '../contract.ts'

export type Zip = (picked: Picked) => Promise<void>

/** Fetches what is picked as an archive: while it is laid out a popup says so, and a refusal is told here, not on a page of its own. */
export const useZip = (token: string, folder: Folder): Zip => {
  const t = useT()
  const feedback = useFeedback()
  return useCallback(
    async (picked) => {
      const close = feedback.processing({
        title: t('sharing:zip.title'),
        body: t('sharing:zip.body', toldOf(picked, folder)),
      })
      try {
        for (const body of callsOf(picked, folder.id, maxZipItems)) {
          const { data } = await call(visitorPrepareZip, { params: { token }, body })
          const { url, name } = data.attributes
          saveAddress(url, name)
          feedback.toast({ kind: 'success', text: t('sharing:zip.started', { name }) })
        }
      } catch (error) {
        const text = (error instanceof CallError && error.status > 0 && error.message) || t('sharing:editor.failed')
        feedback.toast({ kind: 'danger', text })
      } finally {
        close()
      }
    },
    [token, folder, t, feedback],
  )
}
