import type { Item } from '../../storage/contract.ts'
import { useFilesTools } from '../../storage/ui.ts'
import type { TeamFolder } from '../contract.ts'
import { TeamDialog } from './TeamDialog.tsx'

interface ItemDialogProps {
  item: Item
  close: () => void
}

const useSaved = (close: () => void, key: string) => {
  const { setRelationship, feedback, t } = useFilesTools()
  return ({ id, attributes, relationships: { members } }: TeamFolder, isEarlierInput: boolean) => {
    setRelationship(id, 'members', { data: members.data.slice(0, 4), meta: members.meta })
    const text = t(isEarlierInput ? 'teams:toast.createdEarlier' : key, { name: attributes.name })
    feedback.toast({ kind: isEarlierInput ? 'neutral' : 'success', text })
    close()
  }
}

const folderOf = ({ id, attributes: { name } }: Item) => ({ id, name })

/** Turns a folder of a list into a team folder. */
export const ConvertDialog = ({ item, close }: ItemDialogProps) => {
  const onSaved = useSaved(close, 'teams:toast.converted')
  return <TeamDialog mode="convert" folder={folderOf(item)} onSaved={onSaved} close={close} />
}

/** Changes the people of a team folder. */
export const MembersDialog = ({ item, close }: ItemDialogProps) => {
  const onSaved = useSaved(close, 'teams:toast.updated')
  return <TeamDialog mode="edit" folder={folderOf(item)} onSaved={onSaved} close={close} />
}
