import { useCallback } from 'react'
import { maxZipItems } from '../../storage/contract.ts'
import { saveUrl } from '../../storage/ui.ts'
import { call, useFeedback, useT } from '../../web/ui.ts'
import { linkErrorText } from '../client/link-errors.ts'
import type { SharedFolderStore } from '../client/shared-folder.store.ts'
import { describeTargets, type ShareTargetItems, toRequestBodies } from '../client/target-items.ts'
import { visitorPrepareZip } from '../contract.ts'

export type StartZipDownload = (targets: ShareTargetItems) => Promise<void>

/** Downloads items as an archive. A dialog is shown while it is prepared, and errors appear here instead of on a page. */
export const useZipDownload = (token: string, folder: SharedFolderStore): StartZipDownload => {
  const t = useT()
  const feedback = useFeedback()
  return useCallback(
    async (targets) => {
      const close = feedback.processing({
        title: t('sharing:zip.title'),
        body: t('sharing:zip.body', describeTargets(targets, folder)),
      })
      try {
        for (const body of toRequestBodies(targets, folder.id, maxZipItems)) {
          const { data } = await call(visitorPrepareZip, { params: { token }, body, isRepeatable: true })
          const { url, name } = data.attributes
          saveUrl(url, name)
          feedback.toast({ kind: 'success', text: t('sharing:zip.started', { name }) })
        }
      } catch (error) {
        feedback.toast({ kind: 'danger', text: linkErrorText(error, t) })
      } finally {
        close()
      }
    },
    [token, folder, t, feedback],
  )
}
