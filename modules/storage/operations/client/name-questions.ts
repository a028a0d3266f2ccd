import { proxy, ref } from 'valtio'
import type { ConflictAnswer, NameConflict } from '../contract.ts'

export interface NameQuestion {
  id: number
  conflict: NameConflict
  /** Name of the target folder; null: there are several, or items return to their former folders. */
  where: string | null
  /** Null: cancelled. */
  answer: (answer: ConflictAnswer | null) => void
}

/**
 * The questions about taken names of one page, in the order they came. They are kept apart from its dialogs and folders,
 * because a call may be rejected while another dialog is open or another folder is shown.
 */
export const createNameQuestions = () => {
  const state = proxy<{ waiting: readonly NameQuestion[] }>({ waiting: [] })
  let last = 0
  let isLeft = false
  return {
    state,
    /**
     * Resolves with the answer; null: cancelled. Returns null when the page has been left: the caller then shows the error.
     */
    ask: (conflict: NameConflict, where: string | null): Promise<ConflictAnswer | null> | null => {
      if (isLeft) return null
      last += 1
      const id = last
      const { promise, resolve } = Promise.withResolvers<ConflictAnswer | null>()
      const answer = (choice: ConflictAnswer | null) => {
        state.waiting = state.waiting.filter((other) => other.id !== id)
        resolve(choice)
      }
      state.waiting = [...state.waiting, ref({ id, conflict, where, answer })]
      return promise
    },
    /** Connects the page that shows the questions. Returns a function that cancels them, for when the page is left. */
    attach: (): (() => void) => {
      isLeft = false
      return () => {
        isLeft = true
        for (const { answer } of state.waiting) answer(null)
      }
    },
  }
}

export type NameQuestionsStore = ReturnType<typeof createNameQuestions>
