import { ChevronLeft, Folder as FolderGlyph } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { FolderNode, Item } from '../../../storage/contract.ts'
import { Button, call, Icon, Popup, Spinner, useT } from '../../../web/ui.ts'
import { visitSubfolders } from '../../contract.ts'

interface MovePopupProps {
  item: Item
  token: string
  /** Id of the shared folder: there is nothing above it. */
  top: string
  onMove: (to: string) => Promise<void>
  onClose: () => void
}

/** Another place within the link, found level by level. */
export const MovePopup = ({ item, token, top, onMove, onClose }: MovePopupProps) => {
  const t = useT()
  const [way, setWay] = useState<string[]>([top])
  const [level, setLevel] = useState<FolderNode[] | null>(null)
  const here = way.at(-1) ?? top

  useEffect(() => {
    let gone = false
    setLevel(null)
    call(visitSubfolders, { params: { id: here, token } }).then(
      ({ data }) => !gone && setLevel(data),
      () => !gone && setLevel([]),
    )
    return () => {
      gone = true
    }
  }, [here, token])

  const move = () => {
    onClose()
    void onMove(here)
  }
  const folders = level?.filter(({ id }) => id !== item.id)
  return (
    <Popup
      open
      onOpenChange={onClose}
      title={t('sharing:editor.moveTitle', { name: item.attributes.name })}
      footer={
        <>
          <Button onClick={onClose}>{t('web:kit.cancel')}</Button>
          <Button variant="solid" onClick={move} disabled={here === item.attributes.parent_id}>
            {t('sharing:editor.moveHere')}
          </Button>
        </>
      }
    >
      {way.length > 1 && (
        <Button variant="quiet" size="sm" icon={ChevronLeft} onClick={() => setWay(way.slice(0, -1))}>
          {t('sharing:editor.up')}
        </Button>
      )}
      <ul className="mt-1 min-h-40">
        {!folders && <Spinner label={t('web:kit.loading')} />}
        {folders?.length === 0 && <li className="px-3 py-2 text-14 text-muted">{t('sharing:editor.noFolders')}</li>}
        {folders?.map((folder) => (
          <li key={folder.id}>
            <button
              type="button"
              onClick={() => setWay([...way, folder.id])}
              className="flex min-h-10 w-full items-center gap-3 rounded-sm px-3 text-start text-14 hover:bg-hover pointer-coarse:min-h-11"
            >
              <Icon of={FolderGlyph} size={18} className="shrink-0 text-muted" />
              <bdi className="truncate">{folder.name}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </Popup>
  )
}
