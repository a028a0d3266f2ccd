import { useEffect, useRef, useState } from 'react'
import { createAutosave, SaveCancelled } from '../../../users/ui.ts'
import { CallError, call, reloadPage } from '../../../web/ui.ts'
import { saveEachValue } from '../../client/save-each-value.ts'
import { type EditablePage, updatePage } from '../../contract.ts'
import { useServerValue } from '../use-server-value.ts'

export type PageTextField = 'title' | 'content'
const pageTexts = ['title', 'content'] as const

const saveDelayMs = 600

/** `call` lets no larger body survive the page; it has other fields beside the text. */
const maxSurvivingChars = 15_000

/**
 * The typed texts of a legal page in one language; they save themselves. A text that someone else has changed since it was
 * loaded is not replaced: `conflicts` names it, and the typed text stays until `resolve` is called, which `mayResolve` allows
 * once the stored text has arrived.
 */
export const usePageAutosave = (page: EditablePage) => {
  const { slug, locale } = page
  /** Typed texts that are not saved. */
  const unsaved = useRef<Partial<Record<PageTextField, string>>>({})
  /** Versions of the texts that the typed ones replace. */
  const versions = useRef({ ...page.versions })
  const sending = useRef({ title: 0, content: 0 })
  /** Text → its version that a save has found replaced. */
  const [conflicts, setConflicts] = useState<ReadonlyMap<string, string>>(new Map())
  const [title, setTitle] = useServerValue(page.title, () => unsaved.current.title !== undefined)
  const [content, setContent] = useServerValue(page.content, () => unsaved.current.content !== undefined)
  const texts = { title, content }

  const followed = useRef(page)
  useEffect(() => {
    const before = followed.current
    followed.current = page
    if (before === page) return
    for (const name of pageTexts) {
      // The server trims the texts.
      const isFollowed = texts[name] === before[name] || texts[name].trim() === page[name]
      if (isFollowed && unsaved.current[name] === undefined) versions.current[name] = page.versions[name]
    }
  })

  const saveText = async (name: PageTextField, value: string) => {
    // A page that is being left sends a text while an earlier one is still on its way: it cannot know that one's version.
    const version = sending.current[name] > 0 ? {} : { version: versions.current[name] }
    sending.current[name] += 1
    try {
      const body = { name, value, locale, ...version }
      const { data } = await call(updatePage, { params: { slug }, body, keepalive: true })
      // A different text was saved by another editor after this call: its version is not the one of this text.
      const { own, versions: stored } = data.attributes
      if (own[name] === value.trim()) versions.current[name] = stored[name]
      if (unsaved.current[name] === value) delete unsaved.current[name]
    } finally {
      sending.current[name] -= 1
    }
  }
  const save = async (values: Record<string, string>) => {
    const changed = new Map<string, string>()
    await saveEachValue(values, async (field, value) => {
      if (field === 'visibility')
        return call(updatePage, { params: { slug }, body: { name: field, value: value === '1' }, keepalive: true })
      const name = field as PageTextField
      const version = versions.current[name]
      return saveText(name, value).catch((error: unknown) => {
        if (!(error instanceof CallError) || error.code !== 'page-changed') throw error
        changed.set(name, version)
      })
    })
    setConflicts((earlier) => new Map([...earlier].filter(([name]) => !(name in values)).concat([...changed])))
    const shown = reloadPage()
    // At once: a person who leaves while the page is loaded again is asked before the text is lost.
    if (changed.size > 0) throw new SaveCancelled('someone else has changed the text', new Set(changed.keys()))
    await shown
  }
  const needsPage = () => Object.values(unsaved.current).some((text) => JSON.stringify(text).length > maxSurvivingChars)
  const [autosave] = useState(() => createAutosave({ delayMs: saveDelayMs, save, needsPage }))

  const change = (name: PageTextField, value: string) => {
    const set = name === 'title' ? setTitle : setContent
    set(value)
    unsaved.current[name] = value
    autosave.set(name, value)
  }
  /** Resolves a conflict: keeps the typed text, or takes the text that someone else has stored. */
  const resolve = (name: PageTextField, keep: 'typed' | 'stored') => {
    versions.current[name] = page.versions[name]
    change(name, keep === 'typed' ? texts[name] : page[name])
    void autosave.retry()
  }
  const mayResolve = (name: PageTextField) => page.versions[name] !== conflicts.get(name)
  return { autosave, texts, change, conflicts, mayResolve, resolve }
}
