import { type ConflictResult, sumOfResults } from '../../../operations/contract.ts'
import { type ActionTarget, targetCount } from '../selection-target.ts'
import type { ActionRunner } from './action-runner.ts'
import type { ChangesDeps } from './deps.ts'

/**
 * Shows items again that an action has left where they were, because their names are taken: no live update tells of them.
 * `results`: of the calls about `whole`; where all of it was skipped, nothing can be undone.
 */
export const createShowSkipped =
  ({ files, feedback, t }: ChangesDeps, runner: ActionRunner) =>
  (
    whole: ActionTarget,
    { sent, results, withdrawOffer }: { sent: Promise<void>; results: () => ConflictResult[]; withdrawOffer(): void },
  ): void => {
    const show = () => {
      const { skipped, merged } = sumOfResults(results())
      if (skipped === 0) return
      void files.refreshTop(whole.from)
      if (merged > 0 || skipped < targetCount(whole)) return
      withdrawOffer()
      feedback.toast({ text: runner.withResult(t('storage:toast.unchanged'), results()) })
    }
    sent.then(show, () => undefined)
  }
