import { useMemo, useRef } from 'react'
import { useFeedback, useT } from '../../../../web/ui.ts'
import { type FilesApp, useFiles } from '../context.ts'
import type { FilesTools } from './types.ts'

type Deeds = Omit<FilesTools, 'feedback' | 't'>

const deedsOf = ({ files, sidebar, screen, actions }: FilesApp): Deeds => ({
  open: (popup, item) => screen.open({ name: 'added', popup, item }),
  mark(id, relationship, value) {
    sidebar.tree.mark(id, relationship, value !== undefined)
    for (const opened of files.all()) {
      const known = opened.listing.find(id) ?? (opened.root?.id === id ? opened.root : undefined)
      if (!known) continue
      const item = { ...known, relationships: { ...known.relationships, [relationship]: value } }
      opened.listing.replace(item)
      if (opened.root?.id === id) opened.root = item
      opened.listing.state.version += 1
    }
  },
  drop(view, ids) {
    const lists = files.all().filter(({ place }) => place.view === view)
    const dropped = lists.map((opened) => {
      opened.listing.outdate()
      opened.selection.clear()
      return [opened, opened.listing.remove(ids)] as const
    })
    return () => {
      for (const [{ listing }, placed] of dropped) listing.insert(placed)
    }
  },
  tell: actions.tell,
})

/** What added parts may do to the files screens. */
export const useFilesTools = (): FilesTools => {
  const app = useFiles()
  const feedback = useFeedback()
  const t = useT()
  const translate = useRef(t)
  translate.current = t
  return useMemo(
    () => ({ ...deedsOf(app), feedback, t: (key, values) => translate.current(key, values) }),
    [app, feedback],
  )
}
