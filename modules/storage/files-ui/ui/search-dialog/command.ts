import type { IconType } from '../../../../web/ui.ts'

/** An action of the search dialog. */
export interface Command {
  id: string
  label: string
  icon: IconType
  /** Further search words. */
  words?: string
  /** Acts on the selection. */
  selection?: boolean
  run: () => unknown
}

/** `commands` where the caller may run them, else none. */
export const commandsIf = (allowed: boolean, ...commands: Command[]): Command[] => (allowed ? commands : [])
