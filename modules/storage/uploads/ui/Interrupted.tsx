import { type DragEvent, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Button, cx, formatBytes, useFeedback, usePageContext, useT } from '../../../web/ui.ts'
import { fromDrop } from '../client/files-from-drop.ts'
import { loadFolderWalk } from '../client/load-folder-walk.ts'
import { pickFiles } from '../client/pick-files.ts'
import { useUploadsContext } from './context.ts'

const maxNames = 3

/** Uploads that a reload or a closed browser interrupted. Dropping or selecting the same files resumes them. */
export const Interrupted = () => {
  const t = useT()
  const { uploads, add } = useUploadsContext()
  const { interrupted } = useSnapshot(uploads.state)
  const [over, setOver] = useState(false)
  const feedback = useFeedback()
  const { locale } = usePageContext()
  if (interrupted.length === 0) return null
  const names = interrupted.slice(0, maxNames).map(({ path }) => path)
  const more = interrupted.length - names.length
  const folders = interrupted.some(({ path }) => path.includes('/'))

  const discard = async () => {
    const bytes = interrupted.reduce((sum, { size }) => sum + size, 0)
    const sure = await feedback.confirm({
      title: t('storage:upload.interrupted.title', { count: interrupted.length }),
      body: t('storage:upload.interrupted.discardBody', { size: formatBytes(bytes, locale) }),
      confirmLabel: t('storage:upload.interrupted.discard'),
      danger: true,
    })
    if (sure) void uploads.discardInterrupted()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    // The page behind the panel would upload them as new files.
    event.stopPropagation()
    setOver(false)
    void add(fromDrop(event.dataTransfer, loadFolderWalk), null)
  }
  const hover = (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has buttons beside it
    <div
      onDragEnter={hover}
      onDragOver={hover}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        'border-b border-line bg-warning-tint px-4 py-3',
        over && 'outline-2 -outline-offset-2 outline-focus',
      )}
    >
      <p className="text-14 font-semibold text-warning-text">
        {t('storage:upload.interrupted.title', { count: interrupted.length })}
      </p>
      <p className="mt-0.5 text-13 text-pretty text-text">{t('storage:upload.interrupted.text')}</p>
      <ul className="mt-1.5 text-13 text-text">
        {names.map((name, index) => (
          <li key={interrupted[index]!.id} className="bidi-plaintext truncate" title={name}>
            {name}
          </li>
        ))}
        {more > 0 && <li>{t('storage:upload.interrupted.more', { count: more })}</li>}
      </ul>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button size="sm" variant="solid" onClick={() => void add(pickFiles(folders ? 'folder' : 'files'), null)}>
          {t(folders ? 'storage:upload.interrupted.chooseFolder' : 'storage:upload.interrupted.choose')}
        </Button>
        <Button size="sm" onClick={() => void discard()}>
          {t('storage:upload.interrupted.discard')}
        </Button>
      </div>
    </div>
  )
}
