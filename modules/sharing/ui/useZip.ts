import { useCallback } from 'react'
import type { Item } from '../../storage/contract.ts'
import { saveAddress } from '../../storage/ui.ts'
import { CallError, call, useFeedback, useT } from '../../web/ui.ts'
import { visitorPrepareZip } from '../contract.ts'

/** Fetches a folder as an archive: while it is laid out a popup says so, and a refusal is told here, not on a page of its own. */
export const useZip = (token: string): ((item: Item) => Promise<void>) => {
  const t = useT()
  const feedback = useFeedback()
  return useCallback(
    async ({ id, type, attributes }) => {
      const close = feedback.processing({
        title: t('sharing:zip.title'),
        body: t('sharing:zip.body', { name: attributes.name }),
      })
      try {
        const { data } = await call(visitorPrepareZip, { params: { token }, body: { items: [{ id, type }] } })
        const { url, name } = data.attributes
        saveAddress(url, name)
        feedback.toast({ kind: 'success', text: t('sharing:zip.started', { name }) })
      } catch (error) {
        const text = (error instanceof CallError && error.status > 0 && error.message) || t('sharing:editor.failed')
        feedback.toast({ kind: 'danger', text })
      } finally {
        close()
      }
    },
    [token, t, feedback],
  )
}
