import { useFeedback } from '../../../web/ui.ts'

/**
 * Returns the function that reports a change of `changed` accounts: 0 when others have made it before, or it is not
 * possible.
 */
export const useReportChange = () => {
  const feedback = useFeedback()
  return (changed: number, doneText: string, unchangedText: string) =>
    feedback.toast(changed > 0 ? { kind: 'success', text: doneText } : { kind: 'neutral', text: unchangedText })
}
