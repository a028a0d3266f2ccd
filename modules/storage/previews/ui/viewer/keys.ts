/** What a key of the viewer does; listed in this order in the sheet of keys. */
export const viewerKeys = [
  { command: 'next', keys: ['ArrowRight'] },
  { command: 'previous', keys: ['ArrowLeft'] },
  { command: 'zoomIn', keys: ['+', '='] },
  { command: 'zoomOut', keys: ['-'] },
  { command: 'fit', keys: ['0'] },
  { command: 'rotate', keys: ['r'] },
  { command: 'fullscreen', keys: ['f'] },
  { command: 'info', keys: ['i'] },
  { command: 'download', keys: ['d'] },
  { command: 'remove', keys: ['Delete'] },
  { command: 'help', keys: ['?'] },
  { command: 'close', keys: ['Escape'] },
] as const

export type ViewerCommand = (typeof viewerKeys)[number]['command']

const byKey = new Map(viewerKeys.flatMap(({ command, keys }) => keys.map((key) => [key as string, command] as const)))

/** Keys belong to the text or menu that has the focus; arrows also to players, sliders and what scrolls sideways. */
const taken = (target: EventTarget | null, key: string): boolean => {
  if (!(target instanceof Element)) return false
  if (target.closest('input, textarea, select, [contenteditable], [role=menu]')) return true
  return key.startsWith('Arrow') && target.closest('video, audio, [data-arrows]') !== null
}

interface Stroke {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  target: EventTarget | null
}

/** The command of a key press, or null. In right-to-left pages the arrows are exchanged. */
export const commandOf = (event: Stroke, rtl: boolean): ViewerCommand | null => {
  if (event.ctrlKey || event.metaKey || event.altKey || taken(event.target, event.key)) return null
  const command = byKey.get(event.key.length === 1 ? event.key.toLowerCase() : event.key) ?? null
  if (!rtl) return command
  return command === 'next' ? 'previous' : command === 'previous' ? 'next' : command
}
