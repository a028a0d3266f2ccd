import { digitOf, keyOfPress } from '../../../../web/contract.ts'
import { scrollsSideways } from './scrolls-sideways.ts'

/** Keys of the viewer's commands, in the order of the shortcuts dialog. The first one is shown. */
export const viewerKeys = {
  next: ['ArrowRight'],
  previous: ['ArrowLeft'],
  zoomIn: ['+', '='],
  zoomOut: ['-'],
  fit: ['0'],
  pan: ['ArrowUp'],
  rotate: ['r'],
  fullscreen: ['f'],
  info: ['i'],
  download: ['d'],
  remove: ['Delete'],
  help: ['?'],
  close: ['Escape'],
} as const

export type ViewerCommand = keyof typeof viewerKeys

export const viewerCommands = Object.keys(viewerKeys) as ViewerCommand[]

/** Commands that a held key repeats; any other one would be run on one file after another. */
export const repeatedCommands: ReadonlySet<ViewerCommand> = new Set(['next', 'previous', 'zoomIn', 'zoomOut'])

const byKey = new Map(viewerCommands.flatMap((command) => viewerKeys[command].map((key) => [key as string, command])))

/** Focused text fields and menus keep their keys. Players, sliders and a frame that scrolls sideways keep the arrows. */
const isTaken = (target: EventTarget | null, key: string): boolean => {
  if (!(target instanceof Element)) return false
  if (target.closest('input, textarea, select, [contenteditable], [role=menu]')) return true
  if (!key.startsWith('Arrow')) return false
  return target.closest('video, audio, [data-arrows]') !== null || scrollsSideways(target)
}

interface KeyPress {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  target: EventTarget | null
}

const pans: Partial<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Direction in which an arrow moves the view of an enlarged picture, or null. With Shift, arrows keep their command. */
export const panOf = (event: KeyPress & { shiftKey: boolean }) =>
  event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target, event.key)
    ? null
    : (pans[event.key] ?? null)

/** The command of a key press, or null. Right-to-left pages swap the arrows. */
export const commandOf = (event: KeyPress, { rtl = false } = {}): ViewerCommand | null => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target, event.key)) return null
  const key = keyOfPress(event)
  // A digit last: layouts have other commands on such keys, as AZERTY has the minus.
  const command = byKey.get(key.length === 1 ? key.toLowerCase() : key) ?? byKey.get(digitOf(event)) ?? null
  if (!rtl) return command
  return command === 'next' ? 'previous' : command === 'previous' ? 'next' : command
}
