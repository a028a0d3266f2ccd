import { type CallError, Callout, usePageContext, useT } from '../../../web/ui.ts'
import { refusalText } from './refusal.ts'

/** A refusal that belongs to no field: said in a box above the button, announced at once. */
export const Problem = ({ error }: { error: CallError | null }) => {
  const t = useT()
  const { locale } = usePageContext()
  if (!error) return null
  return (
    <Callout tone="danger" role="alert">
      {refusalText(error, t, locale)}
    </Callout>
  )
}
