import { CircleCheck, Clock } from 'lucide-react'
import { Icon, PlainHeading, useT } from '../../../web/ui.ts'
import type { PublicFileRequest } from '../../contract.ts'

/** A closed or expired request. */
export const RequestClosed = ({ fileRequest }: { fileRequest: PublicFileRequest }) => {
  const t = useT()
  const { status } = fileRequest.attributes
  const { name } = fileRequest.relationships.user.data.attributes
  const filled = status === 'filled'
  return (
    <section className="mx-auto w-full max-w-[26rem] pt-6 text-center">
      <span
        className={`mx-auto mb-5 grid size-14 place-items-center rounded-full ${filled ? 'bg-success-tint text-success-text' : 'bg-n4 text-muted'}`}
      >
        <Icon of={filled ? CircleCheck : Clock} size={28} />
      </span>
      <PlainHeading
        title={t(filled ? 'sharing:request.filled.title' : 'sharing:request.expired.title')}
        text={t(filled ? 'sharing:request.filled.text' : 'sharing:request.expired.text', { name })}
      />
    </section>
  )
}
