import type { Item } from '../../../tree/contract.ts'
import { useFiles } from '../context.ts'

/** What other modules say of an item beside its name. */
export const AddedMarks = ({ item }: { item: Item }) => {
  const { added } = useFiles()
  return added.map(({ id, Mark }) => <Mark key={id} item={item} />)
}

/** The same of a folder in the tree. */
export const AddedFolderMarks = ({ marks }: { marks: readonly string[] }) => {
  const { added } = useFiles()
  return added.map(({ id, FolderMark }) => <FolderMark key={id} marks={marks} />)
}
