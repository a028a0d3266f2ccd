import { useFeedback, useT } from '../../../web/ui.ts'
import type { Undo } from '../client/undo.ts'
import { undoOf } from '../client/undo-of.ts'

/** The undoable steps of the app. */
export const useUndo = (): Undo => undoOf(useFeedback(), useT())
