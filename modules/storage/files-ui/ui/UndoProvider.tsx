import { createContext, type ReactNode, use, useRef, useState } from 'react'
import { useFeedback, useT } from '../../../web/ui.ts'
import { createUndo, type Undo, undoToasts } from '../client/undo.ts'

const UndoContext = createContext<Undo | null>(null)

/** Provides the undoable steps of the app. They outlive the screens that made them, as their toasts do. */
export const UndoProvider = ({ children }: { children: ReactNode }): ReactNode => {
  const feedback = useFeedback()
  const t = useT()
  const translate = useRef(t)
  translate.current = t
  const [undo] = useState(() => createUndo(undoToasts(feedback, () => translate.current('web:kit.undo'))))
  return <UndoContext value={undo}>{children}</UndoContext>
}

/** The undoable steps of the app. */
export const useUndo = (): Undo => {
  const undo = use(UndoContext)
  if (!undo) throw new Error('useUndo outside of an UndoProvider')
  return undo
}
