import type { PageContextServer } from 'vike/types'
import { pageData } from '../../page-data.ts'

export const data = (page: PageContextServer) =>
  pageData(page, 'files', (storage, principal, id, query) => storage.folder(principal, id, query))
export type Data = Awaited<ReturnType<typeof data>>
