import { useEffect, useRef, useState } from 'react'
import { navigate } from 'vike/client/router'
import { call, errorText, useT } from '../../../../web/ui.ts'
import { type Completion, type FoundPath, findPath, pathParts } from '../../../search/contract.ts'
import {
  hrefOf,
  isExtensionSection,
  locationOf,
  type Section,
  type SectionLocation,
  sameLocation,
} from '../../../tree/ui.ts'
import {
  type AnsweredPath,
  completionsOf,
  hasAllCompletions,
  parsePageLink,
  pathOfText,
  typedName,
  withCompletedName,
} from '../../client/typed-path.ts'
import { useFiles } from '../context.ts'
import { sectionOfOpenFolder } from '../extensions/section.ts'
import { useSectionName } from '../useSectionName.ts'

/** ms after typing before folders are looked up. */
const lookupDelayMs = 150

/** The path of the open folder, as it was when its editing began. */
const useOpenPath = () => {
  const { files, added } = useFiles()
  return useState(() => {
    const folderView = files.current()
    const { location, path, root } = folderView
    const open = location.section === 'files' && root ? [...path, { id: root.id, name: root.attributes.name }] : []
    const section = sectionOfOpenFolder(added, folderView)
    // A list of other folders than the own ones is what is above them.
    const above: Section = isExtensionSection(section) ? section : 'files'
    return { location, above, names: open.map(({ name }) => name), top: open[0]?.id }
  })[0]
}

/** State of the field in which a path is typed: its text, the folders that complete it, and the problem with it. */
export const usePathField = (close: () => void) => {
  const t = useT()
  const { files, added } = useFiles()
  const sectionName = useSectionName()
  const here = useOpenPath()
  const [text, setText] = useState(here.names.join('/'))
  const [answer, setAnswer] = useState<AnsweredPath | null>(null)
  const [listed, setListed] = useState(false)
  const [active, setActive] = useState(-1)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  /** The topmost folder that is meant, where several have its name. */
  const top = useRef(here.top)
  const now = useRef(text)
  const path = pathOfText(text, here.names)
  const folders = listed ? completionsOf(answer, path) : []

  const ask = async (path: string, signal?: AbortSignal): Promise<FoundPath> => {
    if (answer?.path === path) return answer.found
    const query = { path, ...(top.current && { top: top.current }) }
    const found = await call(findPath, { query, ...(signal && { signal }) })
    if (pathOfText(now.current, here.names) === path) setAnswer({ path, found })
    return found
  }
  const wanted = listed && !parsePageLink(text) && !hasAllCompletions(answer, path)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text
  useEffect(() => {
    if (!wanted) return
    const request = new AbortController()
    // The list only helps: the call that opens the path tells what failed.
    const timer = setTimeout(() => void ask(path, request.signal).catch(() => undefined), lookupDelayMs)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [wanted, path])

  const change = (next: string) => {
    now.current = next
    setText(next)
    setListed(true)
    setActive(-1)
    setProblem(null)
  }
  const complete = ({ id, name }: Completion) => {
    const next = withCompletedName(text, name)
    if (pathParts(pathOfText(next, here.names)).length === 1) top.current = id
    change(next)
  }
  const open = async (location: SectionLocation, href = hrefOf(location)) => {
    close()
    if (sameLocation(files.current().location, location) && href === hrefOf(location)) return
    files.preview(location)
    await navigate(href)
  }
  const openFound = async (path: string, { data: { folders, file, missing } }: FoundPath) => {
    const last = folders.at(-1)
    const above = last || file || path.startsWith('/') ? 'files' : here.above
    if (missing !== null)
      return setProblem(t('storage:page.pathMissing', { name: missing, folder: last?.name ?? sectionName(above) }))
    const location: SectionLocation = { section: above, id: last?.id ?? null }
    await open(location)
    // A list that cannot be loaded says so itself.
    if (file) await files.reveal(location, [file.id]).catch(() => undefined)
  }
  const openLink = async (link: URL) => {
    const sections = added.flatMap(({ lists }) => lists.map(({ section }) => section))
    const target = link.origin === location.origin ? locationOf(link.pathname, sections) : null
    if (target) await open(target, link.pathname + link.search)
    else setProblem(t('storage:page.pathOtherLink'))
  }
  /** Runs what follows an answer, unless something else was typed meanwhile. */
  const whenFound = async (path: string, run: (found: FoundPath) => unknown) => {
    setBusy(true)
    try {
      const found = await ask(path)
      if (pathOfText(now.current, here.names) === path) await run(found)
    } catch (error) {
      setProblem(errorText(error, t))
    } finally {
      setBusy(false)
    }
  }
  return {
    text,
    folders,
    active,
    problem,
    busy,
    change,
    complete,
    setActive,
    list: () => setListed(true),
    /** Whether Tab completes: a name was begun or chosen, and folders may have it. */
    mayComplete:
      active >= 0 ||
      (listed && !problem && typedName(text) !== '' && (folders.length > 0 || !hasAllCompletions(answer, path))),
    completeFirst: () => {
      const folder = folders[Math.max(active, 0)]
      if (folder) complete(folder)
      else void whenFound(path, ({ meta }) => meta.completions[0] && complete(meta.completions[0]))
    },
    submit: (folder = folders[active]) => {
      const link = parsePageLink(text)
      if (folder) void open({ section: 'files', id: folder.id })
      else if (link) void openLink(link)
      else void whenFound(path, (found) => openFound(path, found))
    },
  }
}
