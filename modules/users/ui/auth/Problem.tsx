import { type CallError, InfoBox, useT } from '../../../web/ui.ts'

/** A refusal that belongs to no field: said in a box above the button, announced at once. */
export const Problem = ({ error }: { error: CallError | null }) => {
  const t = useT()
  if (!error) return null
  return (
    <InfoBox tone="danger" role="alert">
      {error.code === 'offline' ? t('users:page.offline') : error.message}
    </InfoBox>
  )
}
