import type { PageContext } from 'vike/types'
import type { CallPageData } from '../../../ui/developers/CallPage.tsx'

export const title = ({ data }: PageContext): string => {
  const { method, path } = (data as CallPageData).call
  return `${method} ${path}`
}
