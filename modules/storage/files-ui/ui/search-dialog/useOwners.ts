import { use, useState } from 'react'
import { useLoad } from '../../../../web/ui.ts'
import { FilesExtensionsContext, type KnownOwner } from '../extensions/types.ts'

/** People of one response of `people`. */
const maxPeople = 50
const lookupDelayMs = 150

/** People whose items the account may see: the first ones, and those whom a typed text names. */
export const useOwners = (text: string): { all: readonly KnownOwner[]; named: readonly KnownOwner[] | null } => {
  const added = use(FilesExtensionsContext)
  const [find] = useState(
    () => async (name: string) => (await Promise.all(added.map(({ people }) => people?.(name) ?? []))).flat(),
  )
  // Without them, a typed name still works.
  const { data: first } = useLoad(() => find(''), [])
  const all = first ?? []
  const asks = text !== '' && all.length >= maxPeople
  const { data: named } = useLoad(asks ? () => find(text) : null, [text], lookupDelayMs)
  return { all, named: asks ? named : null }
}
