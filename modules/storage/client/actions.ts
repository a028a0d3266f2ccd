import type { Feedback } from '../../web/ui.ts'
import type { Item } from '../contract.ts'
import type { FilesStore, Opened } from './files.store.ts'
import type { Placed } from './listing.ts'
import type { Favourite, SidebarStore } from './sidebar.store.ts'
import { type Look, refusalOf, type StorageApi } from './storage.api.ts'
import { createUndo } from './undo.ts'
import { callsOf, countOf, sizeOf, type Target } from './which.ts'

export interface ActionsDeps {
  api: StorageApi
  files: FilesStore
  sidebar: SidebarStore
  feedback: Pick<Feedback, 'toast' | 'dismiss' | 'confirm'>
  t: (key: string, values?: Record<string, unknown>) => string
  /** Bytes in the reader's units. */
  bytes: (size: number) => string
  /** Leaves for the sign-in page after a 401. */
  signIn: () => void
}

/** Where things are moved to: null is the root of the files. */
export type Destination = { id: string; name: string } | null

/**
 * What can be done to items. Each shows its effect at once; a refusal takes it back and offers another try, and what can
 * be undone is undone from a toast rather than asked about before.
 */
export const createActions = ({ api, files, sidebar, feedback, t, bytes, signIn }: ActionsDeps) => {
  const undo = createUndo((step, act) => {
    const id = feedback.toast({ text: step.text, action: { label: t('web:kit.undo'), onAct: act } })
    return () => feedback.dismiss(id)
  })

  const tell = (error: unknown, retry?: () => void) => {
    const { status, message } = refusalOf(error)
    if (status === 401) return signIn()
    feedback.toast({
      kind: 'danger',
      text: status === 0 ? t('storage:toast.offline') : message || t('storage:toast.failed'),
      ...(retry ? { action: { label: t('web:kit.retry'), onAct: retry } } : {}),
    })
  }

  /** Takes the target's rows off the screen; returns how to bring them back. */
  const lift = (target: Target): (() => void) => {
    const { listing, selection } = target.from
    selection.clear()
    listing.outdate()
    if (target.kind === 'allBut') {
      listing.keepOnly(target.except)
      return () => files.retry()
    }
    const ids = new Set(target.items.map(({ id }) => id))
    const lifted: [Opened, Placed[]][] = files.all().map((opened) => [opened, opened.listing.remove(ids)])
    return () => {
      for (const [opened, placed] of lifted) opened.listing.insert(placed)
    }
  }

  const send = async (target: Target, call: (which: ReturnType<typeof callsOf>[number]) => Promise<void>) => {
    for (const which of callsOf(target)) await call(which)
  }

  const hasFolder = (target: Target) => target.kind === 'allBut' || target.items.some(({ type }) => type === 'folder')

  /** The common course of move, trash, restore and deletion. */
  const change = async (
    target: Target,
    call: (which: ReturnType<typeof callsOf>[number]) => Promise<void>,
    after: (putBack: () => void) => void,
    again: () => void,
  ) => {
    const putBack = lift(target)
    try {
      await send(target, call)
    } catch (error) {
      putBack()
      return tell(error, again)
    }
    if (hasFolder(target)) sidebar.reload()
    after(putBack)
  }

  /** “report.pdf” or “3 items”, to put into a sentence. */
  const named = (target: Target) =>
    target.kind === 'items' && target.items.length === 1
      ? t('storage:toast.quoted', { name: target.items[0]?.attributes.name })
      : t('storage:toast.items', { count: countOf(target) })

  const grow = (id: string | null, by: number) => {
    if (!id) return
    for (const { listing } of files.all()) {
      const folder = listing.find(id)
      if (folder)
        listing.replace({
          ...folder,
          attributes: { ...folder.attributes, items: Math.max(0, folder.attributes.items + by) },
        })
    }
  }

  const back = async (work: () => Promise<void>, putBack: () => void) => {
    putBack()
    try {
      await work()
    } catch (error) {
      tell(error)
      files.retry()
      return
    }
    sidebar.reload()
    files.refreshIfOld()
  }

  const updateEverywhere = (item: Item) => {
    for (const opened of files.all()) {
      const known = opened.listing.find(item.id)
      if (known) opened.listing.replace({ ...item, relationships: { ...known.relationships, ...item.relationships } })
      if (opened.root?.id === item.id) opened.root = item
      opened.path = opened.path.map((ref) =>
        ref.id === item.id
          ? { id: ref.id, name: item.attributes.name, color: item.attributes.color, emoji: item.attributes.emoji }
          : ref,
      )
      opened.listing.state.version += 1
    }
    if (item.type === 'folder') sidebar.touch(item)
  }

  const actions = {
    undo,
    tell,
    /** Renames, recolours or gives an emoji. */
    async look(item: Item, look: Look): Promise<void> {
      const next = {
        ...item,
        attributes: {
          ...item.attributes,
          ...look,
          emoji: look.emoji === undefined ? item.attributes.emoji : look.emoji,
        },
      }
      updateEverywhere(next as Item)
      try {
        updateEverywhere(await api.rename(item.id, item.type, look))
      } catch (error) {
        updateEverywhere(item)
        tell(error, () => void actions.look(item, look))
      }
    },

    async move(target: Target, to: Destination): Promise<void> {
      const count = countOf(target)
      const certain = target.kind === 'items' || (await actions.confirmMany(count, to?.name))
      if (!certain) return
      const origin = target.from.place
      const parents =
        target.kind === 'items' ? Map.groupBy(target.items, ({ attributes }) => attributes.parent_id) : null
      await change(
        target,
        (which) => api.move(which, to?.id ?? null),
        (putBack) => {
          grow(to?.id ?? null, count)
          files.forget({ view: 'files', id: to?.id ?? null })
          const text = t('storage:toast.moved', { what: named(target), where: to?.name ?? t('storage:page.files') })
          if (!parents) return void feedback.toast({ kind: 'success', text })
          undo.offer({
            text,
            undo: () =>
              back(async () => {
                for (const [parent, items] of parents)
                  await send({ kind: 'items', items, from: target.from }, (which) => api.move(which, parent))
                grow(to?.id ?? null, -count)
                files.forget({ view: 'files', id: to?.id ?? null })
                if (origin.view === 'files') files.forget(origin)
              }, putBack),
          })
        },
        () => void actions.move(target, to),
      )
    },

    async trash(target: Target): Promise<void> {
      const favourites = sidebar.state.favourites.map((favourite) => ({ ...favourite }))
      if (target.kind === 'items') {
        const ids = new Set(target.items.map(({ id }) => id))
        sidebar.setFavourites(favourites.filter(({ id }) => !ids.has(id)))
      }
      let deletedAt: string | null = null
      const takeBack = async () => {
        if (target.kind === 'items') await send(target, (which) => api.restore(which, false))
        else if (deletedAt)
          await api.restore({ selection: { view: 'trash', parent_id: null, except: [], deleted_at: deletedAt } }, false)
        sidebar.setFavourites(favourites)
        files.forgetView('trash')
      }
      await change(
        target,
        async (which) => {
          deletedAt = await api.remove(which, false)
        },
        (putBack) => {
          files.forgetView('trash')
          undo.offer({ text: t('storage:toast.trashed', { what: named(target) }), undo: () => back(takeBack, putBack) })
        },
        () => void actions.trash(target),
      )
    },

    /** Back to where each was; from inside a trashed folder, home. */
    async restore(target: Target): Promise<void> {
      const toHome = target.from.place.id !== null
      await change(
        target,
        (which) => api.restore(which, toHome),
        (putBack) => {
          files.forgetView('files')
          files.forgetView('recent')
          sidebar.reload()
          const text = t('storage:toast.restored', { what: named(target) })
          if (target.kind === 'allBut' || toHome) return void feedback.toast({ kind: 'success', text })
          undo.offer({
            text,
            undo: () =>
              back(
                () =>
                  send(target, (which) => api.remove(which, false).then(() => undefined)).then(() =>
                    files.forgetView('files'),
                  ),
                putBack,
              ),
          })
        },
        () => void actions.restore(target),
      )
    },

    /** For good, after a dialog that names count and size. */
    async destroy(target: Target): Promise<void> {
      const count = countOf(target)
      const size = target.kind === 'items' ? sizeOf(target.items) : null
      const sure = await feedback.confirm({
        title: t('storage:popup.destroy.title', {
          count,
          name: target.kind === 'items' ? target.items[0]?.attributes.name : '',
        }),
        body: t(size === null ? 'storage:popup.destroy.text' : 'storage:popup.destroy.textSize', {
          count,
          size: bytes(size ?? 0),
        }),
        confirmLabel: t('storage:popup.destroy.confirm'),
        danger: true,
      })
      if (!sure) return
      await change(
        target,
        (which) => api.remove(which, true).then(() => undefined),
        () => feedback.toast({ kind: 'success', text: t('storage:toast.destroyed', { what: named(target) }) }),
        () => void actions.destroy(target),
      )
    },

    async emptyTrash(): Promise<void> {
      try {
        const { items, size } = await api.trashSummary()
        const sure = await feedback.confirm({
          title: t('storage:popup.empty.title'),
          body: t('storage:popup.empty.text', { count: items, size: bytes(size) }),
          confirmLabel: t('storage:popup.empty.confirm'),
          danger: true,
        })
        if (!sure) return
        await api.dump()
      } catch (error) {
        return tell(error, () => void actions.emptyTrash())
      }
      const opened = files.current()
      files.forgetView('trash')
      if (opened.place.view === 'trash') {
        opened.selection.clear()
        opened.listing.outdate()
        opened.listing.keepOnly(new Set())
      }
      feedback.toast({ kind: 'success', text: t('storage:toast.emptied') })
    },

    /** Makes folders favourites, or no longer. */
    async favour(items: readonly Item[], on: boolean): Promise<void> {
      const folders = items.filter(({ type }) => type === 'folder')
      if (folders.length === 0) return
      const before = sidebar.state.favourites.map((favourite) => ({ ...favourite }))
      const ids = new Set(folders.map(({ id }) => id))
      const mark = (favourite: boolean) => {
        for (const item of folders) {
          const known =
            files
              .all()
              .map(({ listing }) => listing.find(item.id))
              .find((found) => found) ?? item
          updateEverywhere({ ...known, relationships: { ...known.relationships, favourites: { favourite } } })
        }
      }
      const others = before.filter(({ id }) => !ids.has(id))
      const added: Favourite[] = folders.map(({ id, attributes: { name, color, emoji } }) => ({
        id,
        name,
        color,
        emoji,
      }))
      sidebar.setFavourites(on ? [...others, ...added] : others)
      mark(on)
      try {
        if (on) await api.addFavourites([...ids])
        else for (const id of ids) await api.removeFavourite(id)
      } catch (error) {
        sidebar.setFavourites(before)
        mark(!on)
        tell(error, () => void actions.favour(items, on))
      }
    },

    /** Takes a folder out of the favourites by its id alone (the sidebar knows no more). */
    async unfavour(id: string): Promise<void> {
      const known = files
        .all()
        .map(({ listing }) => listing.find(id))
        .find((found) => found)
      if (known) return actions.favour([known], false)
      const before = sidebar.state.favourites.map((favourite) => ({ ...favourite }))
      sidebar.setFavourites(before.filter((favourite) => favourite.id !== id))
      await api.removeFavourite(id).catch((error: unknown) => {
        sidebar.setFavourites(before)
        tell(error)
      })
    },

    /** Asks before a move that a toast could not undo. */
    confirmMany(count: number, where?: string): Promise<boolean> {
      return feedback.confirm({
        title: t('storage:popup.moveAll.title', { count }),
        body: t('storage:popup.moveAll.text', { where: where ?? t('storage:page.files') }),
        confirmLabel: t('storage:popup.moveAll.confirm'),
      })
    },
  }
  return actions
}

export type Actions = ReturnType<typeof createActions>
