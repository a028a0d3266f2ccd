import { Share2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatLocale, isolate } from '../../../../shared/contract.ts'
import { Button, Callout, useFeedback, usePageContext, useT } from '../../../../web/ui.ts'
import {
  discardSharedFiles,
  markSharedFilesQueued,
  readSharedFiles,
  registerShareTarget,
  useUploads,
} from '../../../uploads/ui.ts'
import { mayCreateIn } from '../../client/abilities.ts'
import { useFiles } from '../context.ts'
import { useUploadTarget } from '../useCreate.ts'

/** Names before “and 3 more”. */
const maxNames = 3

/** Asks where to upload shared files: the person opens a folder and uploads them there. `result`: the worker's report. */
export const SharedFilesBar = ({ result }: { result: string | undefined }) => {
  const t = useT()
  const { locale, user } = usePageContext()
  const account = user?.id ?? ''
  const feedback = useFeedback()
  const { files: view, actions } = useFiles()
  const uploads = useUploads()
  const target = useUploadTarget()
  const [files, setFiles] = useState<readonly File[]>([])
  useEffect(() => {
    // Without either, other apps cannot share files; everything else works.
    registerShareTarget().catch(() => undefined)
    readSharedFiles(account).then(setFiles, () => undefined)
    if (result === 'missed' || result === 'failed')
      feedback.toast({ kind: 'danger', text: t(`storage:shared.${result}`), key: 'shared' })
  }, [result, account, feedback, t])
  if (files.length === 0) return null
  const discard = () => {
    setFiles([])
    discardSharedFiles(files).catch(() => undefined)
  }
  const upload = () => {
    const { root } = view.current()
    if (!mayCreateIn({ root })) return feedback.toast({ kind: 'danger', text: t('storage:shared.notHere') })
    if (!actions.permitted('upload', root)) return
    markSharedFilesQueued(files)
    uploads.addFiles([...files], target())
    setFiles([])
  }
  const names = files.slice(0, maxNames).map(({ name }) => isolate(name, locale))
  const more = files.length - names.length
  const list = more > 0 ? [...names, t('storage:shared.more', { count: more })] : names
  return (
    <Callout
      tone="brand"
      icon={Share2}
      role="status"
      title={t('storage:shared.title', { count: files.length })}
      className="mx-4 mt-3"
      actions={
        <>
          <Button variant="solid" onClick={upload}>
            {t('storage:shared.upload')}
          </Button>
          <Button onClick={discard}>{t('storage:shared.discard')}</Button>
        </>
      }
    >
      <p className="break-words">{new Intl.ListFormat(formatLocale(locale)).format(list)}</p>
      <p className="mt-1">{t('storage:shared.text')}</p>
    </Callout>
  )
}
