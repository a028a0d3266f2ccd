import { Link2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { type Item, itemsChanged } from '../../../storage/contract.ts'
import { useFilesTools } from '../../../storage/ui.ts'
import {
  Button,
  copyText,
  Dialog,
  DialogClose,
  onRealtime,
  onRealtimeReconnect,
  Skeleton,
  useT,
} from '../../../web/ui.ts'
import { knownLinks, shareBadgeFor, sharedItemsPath } from '../../client/share-badge.ts'
import { shareLinksApi } from '../../client/share-links.api.ts'
import { createShareLinks } from '../../client/share-links.store.ts'
import type { ShareLink } from '../../contract.ts'
import { LinkPanel } from './LinkPanel.tsx'
import { LinkPicker } from './LinkPicker.tsx'
import { LinksNotLoaded } from './LinksNotLoaded.tsx'
import { NoLink } from './NoLink.tsx'
import { SavedIndicator } from './SavedIndicator.tsx'

/** One click creates a link and copies it; its permissions follow (`LinkSentence`). */
export const ShareDialog = ({ item, close }: { item: Item; close: () => void }) => {
  const t = useT()
  const tools = useFilesTools()
  const [links] = useState(() =>
    createShareLinks({
      api: shareLinksApi,
      item,
      known: knownLinks(item),
      onChange: (all, { isSaved }) => {
        const badge = shareBadgeFor(all)
        tools.setRelationship(item.id, 'shared', badge)
        // Not before the server has revoked the last link: the row would be missing while its link is live.
        if (!badge && isSaved) tools.removeRows(sharedItemsPath, new Set([item.id]))
      },
      onError: tools.showError,
    }),
  )
  useEffect(() => {
    void links.load()
    const off = [onRealtime(itemsChanged, () => void links.refresh()), onRealtimeReconnect(() => void links.refresh())]
    return () => {
      for (const end of off) end()
      links.leave()
    }
  }, [links])
  const { status, stale, links: all, current, busy, unsent } = useSnapshot(links.state)
  const link = (all as readonly ShareLink[]).find(({ id }) => id === current)
  const createLink = async () => {
    const created = links.create()
    const isCopied = await copyText(
      created.then((newLink) => {
        if (!newLink) throw new Error('no link')
        return newLink.attributes.link
      }),
    )
    if (!(await created)) return
    tools.feedback.toast(
      isCopied
        ? { kind: 'success', text: t('sharing:message.copied') }
        : { kind: 'danger', text: t('sharing:message.notCopied') },
    )
    document.querySelector<HTMLElement>('[data-copy-link]')?.focus()
  }
  const revoke = async (revoked: ShareLink) => {
    const isConfirmed = await tools.feedback.confirm({
      title: t('sharing:revoke.one'),
      body: t('sharing:revoke.body', { count: 1, name: item.attributes.name }),
      confirmLabel: t('sharing:revoke.confirm'),
      danger: true,
    })
    if (!isConfirmed) return
    if (await links.revoke(revoked.id))
      tools.feedback.toast({ kind: 'success', text: t('sharing:revoke.done', { count: 1 }) })
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      dirty={Object.keys(unsent).length > 0}
      icon={Link2}
      title={t('sharing:dialog.title', { name: item.attributes.name })}
      footer={
        link && (
          <>
            <Button variant="danger" onClick={() => revoke(link)} className="me-auto">
              {t('sharing:menu.revoke')}
            </Button>
            <SavedIndicator links={links} />
            <DialogClose>
              <Button variant="solid">{t('sharing:dialog.done')}</Button>
            </DialogClose>
          </>
        )
      }
    >
      {status === 'loading' && <Skeleton shape="text" count={4} />}
      {(status === 'failed' || stale) && (
        <LinksNotLoaded links={links} text={t(stale ? 'sharing:dialog.stale' : 'sharing:dialog.failed')} />
      )}
      {status === 'ready' && !link && <NoLink item={item} busy={busy > 0} onCreate={createLink} />}
      {status === 'ready' && link && (
        <>
          <LinkPicker links={links} all={all as readonly ShareLink[]} current={link.id} createLink={createLink} />
          <LinkPanel key={link.id} links={links} link={link} item={item} createLink={createLink} />
        </>
      )}
    </Dialog>
  )
}
