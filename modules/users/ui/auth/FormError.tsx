import { type CallError, Callout, usePageContext, useT } from '../../../web/ui.ts'
import { apiErrorText } from './api-error.ts'

/** An error that belongs to no field, in a box above the button; announced at once. */
export const FormError = ({ error }: { error: CallError | null }) => {
  const t = useT()
  const { locale } = usePageContext()
  if (!error) return null
  return (
    <Callout tone="danger" role="alert">
      {apiErrorText(error, t, locale)}
    </Callout>
  )
}
