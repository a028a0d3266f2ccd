import { EmojiField, useT } from '../../../web/ui.ts'

/** The emoji of a folder that a visitor names; loaded when it is shown. */
export const FolderEmoji = ({ value, onValue }: { value: string; onValue: (char: string) => void }) => (
  <EmojiField label={useT()('storage:dialog.customize.emoji')} value={value} onValue={onValue} />
)
