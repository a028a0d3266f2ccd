import type { Translate } from '../../../web/ui.ts'
import type { FileRequestStatus } from '../../contract.ts'

// i18n-keys: sharing:requests.status.*
export const requestStatusText = (status: FileRequestStatus, t: Translate): string =>
  t(`sharing:requests.status.${status}`)
