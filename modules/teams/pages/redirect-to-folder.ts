import { redirect } from 'vike/abort'
import type { PageContextServer } from 'vike/types'
import { hrefOf } from '../../storage/ui.ts'

/** A folder in a team folder opens in the files screen, for members as for its owner. */
export const redirectToFolder = ({ routeParams }: PageContextServer): void => {
  const { id } = routeParams
  if (id) throw redirect(hrefOf({ section: 'files', id }) as `/${string}`)
}
