import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useSnapshot } from 'valtio'
import {
  ContextMenu,
  cx,
  MenuSheet,
  useFocusFallback,
  usePrefetch,
  useShell,
  useT,
  WithEntries,
} from '../../../../web/ui.ts'
import { useFiles } from '../context.ts'
import { AncestorsContext, openFolderPath } from '../extensions/ancestors.ts'
import { itemMenu } from '../lazy-menus.ts'
import { useListing, useSelection } from '../useListing.ts'
import { useView } from '../useView.ts'
import { EmptyListing, FailedListing } from './EmptyListing.tsx'
import { takeFocus } from './focus-list.ts'
import { GridHeader } from './GridHeader.tsx'
import { GridView } from './GridView.tsx'
import { ListView } from './ListView.tsx'
import { LazyLoadingList, LazySelectedHeader, LazySelectionBar, prefetchLazyParts } from './lazy-parts.ts'
import { useBrowser, useSettledFocus } from './useBrowser.ts'

/** The items of the open location as list or grid, with menus, selection and drag. */
export const FileBrowser = (): ReactNode => {
  const { dialogs, files } = useFiles()
  const shell = useShell()
  const t = useT()
  const scroller = useRef<HTMLDivElement>(null)
  const browser = useBrowser(scroller)
  // The focused row may be removed together with all others.
  useSettledFocus(browser)
  useFocusFallback(takeFocus)
  usePrefetch(LazySelectionBar, LazySelectedHeader)
  useEffect(prefetchLazyParts, [])
  const grid = useView().preview === 'grid'
  const { total, status } = useListing()
  const { folderView, count, multi } = useSelection()
  const { sheet } = useSnapshot(dialogs.state)
  const { root, path, location } = folderView
  const ancestors = useMemo(
    () => (location.section === 'files' ? openFolderPath({ root, path }) : []),
    [location, root, path],
  )

  const content =
    status === 'error' ? (
      <FailedListing />
    ) : status === 'empty' ? (
      <div aria-busy="true">
        <span className="sr-only" role="status">
          {t('web:kit.loading')}
        </span>
        <LazyLoadingList tiles={grid} />
      </div>
    ) : total === 0 ? (
      <EmptyListing />
    ) : grid ? (
      <GridView browser={browser} scroller={scroller} />
    ) : (
      <ListView browser={browser} scroller={scroller} />
    )
  return (
    <>
      <div className="file-frame">
        {grid && total > 0 && <GridHeader />}
        <ContextMenu label={t('storage:menu.label')} items={itemMenu}>
          <div
            ref={scroller}
            {...browser.handlers}
            tabIndex={-1}
            data-view={folderView.location.section}
            data-typeahead=""
            className={cx(
              'relative min-h-0 grow overscroll-contain [overflow-anchor:none] outline-none',
              // A scrolled element without anything to focus cannot be scrolled by keyboard.
              status === 'empty' ? 'overflow-hidden' : 'overflow-y-auto',
            )}
          >
            <AncestorsContext value={ancestors}>{content}</AncestorsContext>
            <div className="h-(--dock,0px) phone:hidden" />
          </div>
        </ContextMenu>
        {(count > 0 || multi) && (
          <LazySelectionBar
            className={cx('file-bar', !grid && folderView.location.section === 'recent' && 'is-by-day')}
          />
        )}
      </div>
      <WithEntries items={itemMenu} wanted={sheet}>
        {(entries) => (
          <MenuSheet
            title={t('storage:menu.label')}
            header={<LazySelectedHeader />}
            items={entries}
            open={sheet}
            onOpenChange={(open) => {
              dialogs.state.sheet = open
            }}
            onClosed={() => {
              // The row was selected for the menu only; the details still show it.
              const { selection } = files.current()
              if (!selection.state.multi && !shell.state.detailSheet) selection.clear()
            }}
          />
        )}
      </WithEntries>
    </>
  )
}
