import type { Feedback } from '../../../../web/ui.ts'
import type { Operation } from '../../../operations/contract.ts'
import type { Item } from '../../../tree/contract.ts'
import type { Placed } from '../../../tree/ui.ts'
import { refusalOf } from '../../../tree/ui.ts'
import type { FilesStore, Opened } from '../files.store.ts'
import { callsOf, countOf, idsOf, type Target } from '../selection-target.ts'
import type { SidebarStore } from '../sidebar.store.ts'
import type { StorageApi, Which } from '../storage.api.ts'
import { createUndo, type UndoStep } from '../undo.ts'
import { createOrder, type Touched } from './serial-queue.ts'

export interface ActionsDeps {
  api: StorageApi
  files: FilesStore
  sidebar: SidebarStore
  feedback: Pick<Feedback, 'toast' | 'dismiss' | 'isVisible' | 'confirm' | 'alert'>
  t: (key: string, values?: Record<string, unknown>) => string
  /** Bytes in the reader's units. */
  bytes: (size: number) => string
  /** Shows how a large deed gets on; hands it back. */
  watch: <T extends Operation | null>(operation: T) => T
  /** Leaves for the sign-in page after a 401. */
  signIn: () => void
}

/** What an action is told while it runs. */
export interface Underway {
  /** The items it is about, as far as known. */
  ids: ReadonlySet<string>
  /** What its calls are kept in order with. */
  touched: Touched
  /** Puts the rows back. */
  putBack: () => void
  /** The call. */
  sent: Promise<void>
}

/** An offer to take an action back. */
export interface Offer {
  text: string
  needs?: ReadonlySet<string>
  /** Runs once the server knows of the action. */
  work: () => Promise<void>
}

/** How an action runs: its rows go at once, its call follows, a refusal takes everything back. */
export interface Course {
  target: Target
  call: (which: Which) => Promise<unknown>
  /** Tells what was done, at once; returns how to withdraw what it told. */
  tell: (underway: Underway) => () => void
  /** For the Retry button of a refusal. */
  again: () => void
}

/** What all actions share. */
export const createActionKit = ({ files, sidebar, feedback, t, signIn }: ActionsDeps) => {
  const undo = createUndo((step, act) => {
    const id = feedback.toast({ text: step.text, action: { label: t('web:kit.undo'), onAct: act } })
    return { hide: () => feedback.dismiss(id), isVisible: () => feedback.isVisible(id) }
  })
  const order = createOrder()

  const refuse = (error: unknown, retry?: () => void): void => {
    const { status, code, message } = refusalOf(error)
    // Other refusals with this status are about what the account may do.
    if (code === 'unauthenticated') signIn()
    else
      feedback.toast({
        kind: 'danger',
        text: status === 0 ? t('storage:toast.offline') : message || t('storage:toast.failed'),
        ...(retry ? { action: { label: t('web:kit.retry'), onAct: retry } } : {}),
      })
  }

  /** Takes the target's rows off all listings; returns how to bring them back. */
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
    const { cursor } = selection.state
    const before = lifted.find(([opened]) => opened === target.from)?.[1].filter(({ index }) => index < cursor) ?? []
    if (cursor >= 0) selection.focus(Math.min(cursor - before.length, listing.state.total - 1))
    return () => {
      for (const [opened, placed] of lifted) opened.listing.insert(placed)
    }
  }

  const send = async (target: Target, call: (which: Which) => Promise<unknown>): Promise<void> => {
    for (const which of callsOf(target)) await call(which)
  }

  /** Whether the account may do this; if not, an alert says why. */
  const permitted = (deed: 'upload' | 'download' | 'create-folder'): boolean => {
    const found = sidebar.restricted(deed)
    if (found)
      void feedback.alert({
        title: t(`storage:restriction.${found}.title`),
        body: t(`storage:restriction.${found}.body`),
      })
    return !found
  }

  return {
    undo,
    permitted,
    refuse,
    send,
    order,
    /** Runs an action to its end. */
    run: async ({ target, call, tell, again }: Course): Promise<void> => {
      const ids = idsOf(target)
      undo.outdate(ids)
      const putBack = lift(target)
      const touched: Touched = target.kind === 'allBut' ? null : ids
      const sent = order.run(touched, () => send(target, call))
      const withdraw = tell({ ids, touched, putBack, sent })
      try {
        await sent
      } catch (error) {
        withdraw()
        putBack()
        return refuse(error, again)
      }
      files.settle(target.from)
      if (target.kind === 'allBut' || target.items.some(({ type }) => type === 'folder')) sidebar.reload()
    },
    /** Offers to take an action back. Returns what withdraws the offer. */
    offer: ({ ids, touched, putBack, sent }: Underway, { text, needs, work }: Offer): (() => void) => {
      const step: UndoStep = {
        ...{ text, ids, ...(needs && { needs }) },
        undo: async () => {
          putBack()
          try {
            await order.run(touched, () => sent.then(work))
          } catch (error) {
            refuse(error)
            files.retry()
            return
          }
          sidebar.reload()
          // Under way again: what the server shows now is not what was asked for last.
          if (!order.busy(touched)) await files.refreshTop()
        },
      }
      return undo.offer(step)
    },
    /** A toast that says it is done; returns what takes it away. */
    told: (text: string): (() => void) => {
      const id = feedback.toast({ kind: 'success', text })
      return () => feedback.dismiss(id)
    },
    /** “report.pdf” or “3 items”, to put into a sentence. */
    named: (target: Target): string =>
      target.kind === 'items' && target.items.length === 1
        ? t('storage:toast.quoted', { name: target.items[0]?.attributes.name })
        : t('storage:toast.items', { count: countOf(target) }),
    /** The folder shows so many more entries, and so many more bytes where they are known. */
    grow: (id: string | null, by: number, bytes: number | null): void => {
      if (!id) return
      for (const { listing } of files.all()) {
        const folder = listing.find(id)
        if (!folder) continue
        const items = Math.max(0, folder.attributes.items + by)
        const before = folder.attributes.size
        const size = before === null || bytes === null ? null : Math.max(0, before + bytes)
        listing.replace({ ...folder, attributes: { ...folder.attributes, items, size } })
      }
    },
    /** Shows an item's new state wherever it is seen. */
    update: (item: Item): void => {
      const { name, color, emoji } = item.attributes
      for (const opened of files.all()) {
        const known = opened.listing.find(item.id)
        if (known) opened.listing.replace({ ...item, relationships: { ...known.relationships, ...item.relationships } })
        if (opened.root?.id === item.id) opened.root = item
        opened.path = opened.path.map((ref) => (ref.id === item.id ? { id: ref.id, name, color, emoji } : ref))
        opened.listing.state.version += 1
      }
      if (item.type === 'folder') sidebar.touch(item)
    },
  }
}

export type ActionKit = ReturnType<typeof createActionKit>
