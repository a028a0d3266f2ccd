import { useT } from '../../../../../web/ui.ts'
import type { Trouble } from '../../../../tree/ui.ts'
import type { StageProps } from '../types.ts'
import { NoPreview } from './NoPreview.tsx'
import { Problem } from './Problem.tsx'

/** Instead of a picture or a player that failed: the file itself where its bytes are there, else what went wrong. */
export const Failed = ({ trouble, onRetry, ...props }: StageProps & { trouble: Trouble; onRetry: () => void }) => {
  const t = useT()
  const { status } = trouble
  if (status >= 200 && status < 300) return <NoPreview {...props} note={t('storage:viewer.cannotShow')} />
  return <Problem {...trouble} onRetry={onRetry} />
}
