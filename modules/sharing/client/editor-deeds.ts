import type { Item } from '../../storage/contract.ts'
import type { ListingStore } from '../../storage/ui.ts'
import { CallError, call, type Feedback, securityHeaders, type Translate } from '../../web/ui.ts'
import { visitorCreateFolder, visitorMove, visitorRemove, visitorRename } from '../contract.ts'

export interface DeedsDeps {
  /** The open folder. */
  folder: { id: string; listing: ListingStore; refresh(): Promise<void> }
  token: string
  feedback: Feedback
  t: Translate
}

/** ms until a deletion can no longer be taken back; the toast that offers it stands as long. */
const regret = 10_000

/** What an editor does to a link's items. Each shows at once and is taken back when it is refused. */
export const createDeeds = ({ folder, token, feedback, t }: DeedsDeps) => {
  const { listing } = folder
  const refuse = (error: unknown) => {
    const text = (error instanceof CallError && error.status > 0 && error.message) || t('sharing:editor.failed')
    feedback.toast({ kind: 'danger', text })
  }
  const lift = (item: Item) => {
    const placed = listing.remove(new Set([item.id]))
    return () => listing.insert(placed)
  }
  return {
    async create(name: string): Promise<void> {
      await call(visitorCreateFolder, { params: { token }, body: { name, parent_id: folder.id } })
      await folder.refresh()
    },
    async rename(item: Item, name: string): Promise<void> {
      listing.replace({ ...item, attributes: { ...item.attributes, name } })
      try {
        const { data } = await call(visitorRename, { params: { id: item.id, token }, body: { type: item.type, name } })
        listing.replace(data)
      } catch (error) {
        listing.replace(item)
        throw error
      }
    },
    async move(item: Item, to: string): Promise<void> {
      const putBack = lift(item)
      try {
        const items = [{ id: item.id, type: item.type }]
        await call(visitorMove, { params: { token }, body: { to_id: to, items } })
        feedback.toast({ kind: 'success', text: t('sharing:editor.moved', { name: item.attributes.name }) })
      } catch (error) {
        putBack()
        refuse(error)
      }
    },
    /** The row goes at once, the item when it can no longer be taken back: what is in the trash is out of a link's reach. */
    remove(item: Item): void {
      const putBack = lift(item)
      const body = { items: [{ id: item.id, type: item.type }] }
      let over = false
      const end = () => {
        over = true
        clearTimeout(timer)
        removeEventListener('pagehide', leave)
      }
      const leave = () => {
        end()
        // The page is going: only this kind of call outlives it.
        void fetch(visitorRemove.path.replace(':token', token), {
          method: 'POST',
          keepalive: true,
          headers: { 'Content-Type': 'application/json', ...securityHeaders() },
          body: JSON.stringify(body),
        })
      }
      const timer = setTimeout(() => {
        end()
        call(visitorRemove, { params: { token }, body }).catch((error: unknown) => {
          putBack()
          refuse(error)
        })
      }, regret)
      addEventListener('pagehide', leave)
      feedback.toast({
        text: t('sharing:editor.deleted', { name: item.attributes.name }),
        action: {
          label: t('sharing:editor.undo'),
          onAct: () => {
            if (over) return
            end()
            putBack()
          },
        },
      })
    },
  }
}

export type Deeds = ReturnType<typeof createDeeds>
