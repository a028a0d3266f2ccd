import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { Icon, PlainHeading, useT } from '../../../web/ui.ts'
import type { PublicFileRequest } from '../../contract.ts'

interface RequestClosedProps {
  fileRequest: PublicFileRequest
  /** It was closed before all files of this page were uploaded. */
  hasUnsent?: boolean
}

const looks = {
  unsent: { icon: CircleAlert, tone: 'bg-warning-tint text-warning-text', textKey: 'sharing:request.unsent' },
  filled: { icon: CircleCheck, tone: 'bg-success-tint text-success-text', textKey: 'sharing:request.filled.text' },
  expired: { icon: Clock, tone: 'bg-n4 text-muted', textKey: 'sharing:request.expired.text' },
}

/** A closed or expired request. */
export const RequestClosed = ({ fileRequest, hasUnsent = false }: RequestClosedProps) => {
  const t = useT()
  const { status } = fileRequest.attributes
  const { name } = fileRequest.relationships.user.data.attributes
  const filled = status === 'filled'
  const { icon, tone, textKey } = looks[hasUnsent ? 'unsent' : filled ? 'filled' : 'expired']
  return (
    <section className="mx-auto w-full max-w-[26rem] pt-6 text-center">
      <span className={`mx-auto mb-5 grid size-14 place-items-center rounded-full ${tone}`}>
        <Icon of={icon} size={28} />
      </span>
      <PlainHeading
        title={t(filled ? 'sharing:request.filled.title' : 'sharing:request.expired.title')}
        text={t(textKey, { name })}
      />
    </section>
  )
}
