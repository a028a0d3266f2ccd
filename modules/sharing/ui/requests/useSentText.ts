import { formatBytes, usePageContext, useT } from '../../../web/ui.ts'
import type { AskedRequest } from '../../contract.ts'

/** How much of this browser has reached whom. */
export const useSentText = ({ relationships: { guest, user } }: AskedRequest): string => {
  const t = useT()
  const { locale } = usePageContext()
  return t('sharing:request.receipt.text', {
    name: user.data.attributes.name,
    count: guest?.sent ?? 0,
    size: formatBytes(guest?.bytes ?? 0, locale),
  })
}
