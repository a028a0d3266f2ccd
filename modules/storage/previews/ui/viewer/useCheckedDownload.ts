import { useFeedback, useT } from '../../../../web/ui.ts'
import type { Item } from '../../../tree/contract.ts'
import { probeFile } from '../../../tree/ui.ts'

type Download = (item: Item) => void

/** Asks for the first byte before a download begins: the browser does not tell why a server rejects one. */
export const useCheckedDownload = (download: Download | undefined): Download | undefined => {
  const t = useT()
  const feedback = useFeedback()
  if (!download) return undefined
  const check = async (item: Item) => {
    const { file_url: url, name } = item.attributes
    if (!url) return
    const { status, message } = await probeFile(url)
    if (status >= 200 && status < 300) return download(item)
    const reason = status === 0 ? t('storage:toast.offline') : message || t('storage:toast.failed')
    feedback.toast({ kind: 'danger', text: t('storage:viewer.notDownloaded', { name, reason }) })
  }
  return (item) => void check(item)
}
