import { formatBytes, usePageContext, useT } from '../../../web/ui.ts'
import type { PublicFileRequest } from '../../contract.ts'

/** How many files of this browser the owner has received. */
export const useSubmittedText = ({ relationships: { uploader, user } }: PublicFileRequest): string => {
  const t = useT()
  const { locale } = usePageContext()
  return t('sharing:request.receipt.text', {
    name: user.data.attributes.name,
    count: uploader?.sent ?? 0,
    size: formatBytes(uploader?.bytes ?? 0, locale),
  })
}
