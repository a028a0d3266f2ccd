import { LayoutGrid, List, PanelRight, SquareCheck } from 'lucide-react'
import { sortFields } from '../../../../shared/contract.ts'
import { type MenuEntry, usePhone, usePref, useShell, useT } from '../../../../web/ui.ts'
import { isFlatView } from '../../../tree/ui.ts'
import { filesColumns, nextSorting, shownColumns } from '../browser/columns.ts'
import { useFiles } from '../context.ts'
import { useViewMode } from '../useViewMode.ts'

/** Sort order, view mode and columns; on phones also the details, for which the toolbar has no room. */
export const useViewMenu = (): (() => MenuEntry[]) => {
  const { files } = useFiles()
  const t = useT()
  const shell = useShell()
  const phone = usePhone()
  const { preview, setPreview, sort: reorder } = useViewMode()
  const [chosenColumns, setChosenColumns] = usePref('columns')
  return () => {
    const { location, sorting, selection } = files.current()
    const shown = shownColumns(location.view, chosenColumns, sorting.field)
    const views: MenuEntry = {
      group: t('storage:menu.view'),
      items: [
        {
          id: 'list',
          label: t('storage:menu.listView'),
          icon: List,
          checked: preview === 'list',
          onSelect: () => setPreview('list'),
        },
        {
          id: 'grid',
          label: t('storage:menu.gridView'),
          icon: LayoutGrid,
          checked: preview === 'grid',
          onSelect: () => setPreview('grid'),
        },
      ],
    }
    const direction =
      sorting.direction === 'ASC'
        ? { text: '↑', label: t('storage:menu.ascending') }
        : { text: '↓', label: t('storage:menu.descending') }
    const sort: MenuEntry = {
      group: t('storage:menu.sortBy'),
      items: sortFields.map((field) => ({
        id: `sort-${field}`,
        label: t(`storage:list.column.${field}`),
        checked: sorting.field === field,
        hint: sorting.field === field ? direction : undefined,
        onSelect: () => reorder(nextSorting(field, sorting)),
      })),
    }
    const columns: MenuEntry = {
      group: t('storage:menu.columns'),
      items: filesColumns.map((column) => ({
        id: `column-${column}`,
        label: t(`storage:list.column.${column}`),
        checked: shown.includes(column),
        onSelect: () =>
          setChosenColumns(shown.includes(column) ? shown.filter((other) => other !== column) : [...shown, column]),
      })),
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
      onSelect: () => shell.toggleDetail(true),
    }
    return [
      select,
      ...(phone ? [info] : []),
      views,
      ...(isFlatView(location.view) ? [] : [sort]),
      ...(location.view === 'files' && preview === 'list' && !phone ? [columns] : []),
    ]
  }
}
