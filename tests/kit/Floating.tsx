import { Copy, Download, FolderInput, Link2, Pencil, Share2, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  Button,
  Card,
  ContextMenu,
  Dialog,
  Menu,
  type MenuEntry,
  SearchSelect,
  Sheet,
  TextField,
  useFeedback,
} from '../../modules/web/kit/index.ts'

const items: MenuEntry[] = [
  { id: 'open', label: 'Download', icon: Download, shortcut: 'Ctrl S' },
  {
    id: 'share',
    label: 'Share',
    icon: Share2,
    items: [
      { id: 'link', label: 'Copy link', icon: Link2 },
      { id: 'mail', label: 'Send by e-mail', icon: Copy },
    ],
  },
  { id: 'rename', label: 'Rename', icon: Pencil, shortcut: 'F2' },
  { id: 'move', label: 'Move', icon: FolderInput, disabled: true, reason: 'This folder is read-only for you.' },
  { id: 'star', label: 'Add to favorites', icon: Star, disabled: true },
  { separator: true },
  { id: 'delete', label: 'Delete', icon: Trash2, danger: true, shortcut: 'Del' },
]
const sorting: MenuEntry[] = [
  {
    group: 'Sort by',
    items: [
      { id: 'name', label: 'Name', checked: true },
      { id: 'size', label: 'Size', checked: false },
    ],
  },
  {
    group: 'Order',
    items: [
      { id: 'asc', label: 'A to Z', checked: true },
      { id: 'desc', label: 'Z to A', checked: false },
    ],
  },
]

export const Floating = () => {
  const feedback = useFeedback()
  const [dialogOpen, setDialogOpen] = useState(false)
  const [sheet, setSheet] = useState(false)
  const [name, setName] = useState('')
  const [zone, setZone] = useState('0')
  return (
    <Card title="What floats">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setDialogOpen(true)}>Dialog</Button>
        <Button onClick={() => setSheet(true)}>Sheet</Button>
        <Menu label="Actions" items={items}>
          <Button>Menu</Button>
        </Menu>
        <Menu label="Sorting" items={sorting}>
          <Button>Sorting</Button>
        </Menu>
        <Button
          onClick={() =>
            feedback.confirm({
              title: 'Delete 12 items for good?',
              body: 'They take 1.4 GB. This cannot be undone.',
              confirmLabel: 'Delete for good',
              danger: true,
            })
          }
        >
          Confirm
        </Button>
        <Button
          onClick={() =>
            feedback.alert({
              title: 'The upload was rejected',
              body: 'Files of this kind are not accepted here.',
              code: 'upload_type_blocked · 9f3c21',
            })
          }
        >
          Alert
        </Button>
        <Button
          onClick={() => {
            feedback.toast({ kind: 'success', text: 'Your trash was emptied.' })
            feedback.toast({ kind: 'danger', text: 'holiday-video.mov could not be uploaded: the file is empty.' })
            feedback.toast({ text: '3 items moved to the trash.', action: { label: 'Undo', onAct: () => {} } })
          }}
        >
          Toasts
        </Button>
        <time data-tip="21 November 2026, 10:31">5 minutes ago</time>
      </div>
      <ContextMenu label="Actions" items={() => items}>
        <div className="mt-4 grid h-24 place-items-center rounded-md border border-dashed border-line-strong text-muted">
          Right click here
        </div>
      </ContextMenu>
      <Dialog
        open={dialogOpen}
        onOpenChange={setDialogOpen}
        title="Rename"
        text="The link to this file stays the same."
        icon={Pencil}
        dirty={name !== ''}
        onSubmit={() => setDialogOpen(false)}
        footer={
          <>
            <Button onClick={() => setDialogOpen(false)}>Cancel</Button>
            <Button type="submit" variant="solid">
              Rename
            </Button>
          </>
        }
      >
        <TextField label="Name" value={name} onValue={setName} placeholder="Quarterly report.pdf" />
        <SearchSelect
          label="Time zone"
          className="mt-4"
          value={zone}
          onValue={setZone}
          options={Array.from({ length: 25 }, (_, hour) => ({ value: `${hour}`, label: `UTC+${hour}` }))}
        />
      </Dialog>
      <Sheet open={sheet} onOpenChange={setSheet} title="Sections">
        <p className="px-5 pb-8 text-muted">Anything.</p>
      </Sheet>
    </Card>
  )
}
