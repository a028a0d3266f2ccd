import { Folders, LayoutGrid, List, MousePointerClick, PanelRight, RotateCcw, Search, SquareCheck } from 'lucide-react'
import { sortFields } from '../../../../shared/contract.ts'
import { type MenuEntry, openSearch, usePhone, usePref, useShell, useT } from '../../../../web/ui.ts'
import type { ListSorting } from '../../../tree/contract.ts'
import type { SectionLocation } from '../../../tree/ui.ts'
import { hasFixedOrder } from '../../client/folder-view.ts'
import { isTrashRoot } from '../../client/view-settings.ts'
import { isExtensionColumn, nextSorting, possibleColumns } from '../browser/columns.ts'
import { useFiles } from '../context.ts'
import { useExtensionLists } from '../extensions/useExtensionLists.ts'
import { useColumns, useView } from '../useView.ts'

/** Fields by which a list can be sorted. */
export const sortFieldsOf = (location: SectionLocation): readonly ListSorting['field'][] =>
  isTrashRoot(location) ? [...sortFields, 'deleted_at'] : sortFields

/** Sort order, view mode and columns; on phones also the details, for which the toolbar has no room. */
export const useViewMenu = (): (() => MenuEntry[]) => {
  const { files, views: stored } = useFiles()
  const t = useT()
  const shell = useShell()
  const phone = usePhone()
  const [opensByClick, setOpensByClick] = usePref('opensByClick')
  const { preview, density, change, sort: reorder } = useView()
  const { list, column: addedColumn } = useExtensionLists()
  const shown = useColumns()
  return () => {
    const { location, sorting, selection, root } = files.current()
    // Details of the open folder, or the activity of all files; other lists have details of a selected item only.
    const hasDetails = root !== null || location.section === 'files'
    const views: MenuEntry = {
      group: t('storage:menu.view'),
      items: [
        {
          id: 'list',
          label: t('storage:menu.listView'),
          icon: List,
          checked: preview === 'list',
          onSelect: () => change({ preview: 'list' }),
        },
        {
          id: 'grid',
          label: t('storage:menu.gridView'),
          icon: LayoutGrid,
          checked: preview === 'grid',
          onSelect: () => change({ preview: 'grid' }),
        },
      ],
    }
    const direction =
      sorting.direction === 'ASC'
        ? { text: '↑', label: t('storage:menu.ascending') }
        : { text: '↓', label: t('storage:menu.descending') }
    const sort: MenuEntry = {
      group: t('storage:menu.sortBy'),
      items: sortFieldsOf(location).map((field) => ({
        id: `sort-${field}`,
        label: t(`storage:list.column.${field}`),
        checked: sorting.field === field,
        hint: sorting.field === field ? direction : undefined,
        onSelect: () => reorder(nextSorting(field, sorting)),
      })),
    }
    const columns: MenuEntry = {
      group: t('storage:menu.columns'),
      items: possibleColumns(location, list(location.section)?.columns).map((column) => ({
        id: `column-${column}`,
        label: isExtensionColumn(column) ? t(addedColumn(column)?.labelKey ?? '') : t(`storage:list.column.${column}`),
        checked: shown.includes(column),
        onSelect: () =>
          change({
            columns: shown.includes(column) ? shown.filter((other) => other !== column) : [...shown, column],
          }),
      })),
    }
    const rowHeight: MenuEntry = {
      group: t('storage:menu.density'),
      items: (['default', 'compact'] as const).map((one) => ({
        id: `density-${one}`,
        label: t(`storage:menu.densities.${one}`),
        checked: density === one,
        onSelect: () => change({ density: one }),
      })),
    }
    const reset = () => {
      stored.reset(location)
      files.sort(stored.resolve(location).sorting)
    }
    const ofThisFolder: MenuEntry = {
      group: t('storage:menu.thisView'),
      items: [
        {
          id: 'view-for-all',
          label: t('storage:menu.useForAll'),
          icon: Folders,
          onSelect: () => stored.makeDefault(location),
        },
        { id: 'view-reset', label: t('storage:menu.resetView'), icon: RotateCcw, onSelect: reset },
      ],
    }
    const select: MenuEntry = {
      id: 'select',
      label: t('storage:menu.select'),
      icon: SquareCheck,
      onSelect: () => selection.setMulti(true),
    }
    const info: MenuEntry = {
      id: 'info',
      label: t('storage:menu.info'),
      icon: PanelRight,
      onSelect: () => shell.toggleDetail('open'),
    }
    const byClick: MenuEntry = {
      id: 'open-by-click',
      label: t('storage:menu.openByClick'),
      icon: MousePointerClick,
      checked: opensByClick,
      onSelect: () => setOpensByClick(!opensByClick),
    }
    // People look for filters here; the search has them.
    const filter: MenuEntry = {
      id: 'filter',
      label: t('storage:menu.filter'),
      icon: Search,
      onSelect: () => openSearch(shell),
    }
    return [
      select,
      filter,
      ...(phone && hasDetails ? [info] : []),
      ...(phone ? [] : [byClick]),
      views,
      ...(hasFixedOrder(location.section) ? [] : [sort]),
      ...(preview === 'list' && !phone ? [columns, rowHeight] : []),
      ...(location.id !== null && stored.isOwn(location) ? [ofThisFolder] : []),
    ]
  }
}
