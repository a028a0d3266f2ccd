import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { lazyComponent } from '../../../web/ui.ts'
import type { NameQuestion, NameQuestionsStore as Questions } from '../client/name-questions.ts'
import type { NameConflictDialogProps } from './NameConflictDialog.tsx'

const NameConflictDialog = lazyComponent<NameConflictDialogProps>(
  async () => (await import('./NameConflictDialog.tsx')).default,
)

/** Asks the first waiting question about taken names; not while `isHeld`. Rendered as long as its page is shown. */
export const NameQuestions = ({ questions, isHeld }: { questions: Questions; isHeld: boolean }) => {
  useEffect(() => questions.attach(), [questions])
  const question = useSnapshot(questions.state).waiting[0] as NameQuestion | undefined
  if (!question || isHeld) return null
  const { id, answer } = question
  // The key resets the dialog, so that no question begins with the choice made for the one before it.
  return <NameConflictDialog key={id} {...question} onAnswer={answer} onNotLoaded={() => answer(null)} />
}
