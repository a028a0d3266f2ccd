import { FolderSearch, Users } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatBytes, formatDate, usePageContext, useT } from '../../../../web/ui.ts'
import {
  changeSpans,
  hasFilter,
  kindFilters,
  minSizes,
  noFilters,
  type SearchFilters,
  sharingFilters,
} from '../../../search/ui.ts'
import type { KnownOwner } from '../extensions/types.ts'
import { focusSearch, RemovableChip, ToggleChip, ValueChip } from './FilterChips.tsx'
import { OwnerPick } from './OwnerPick.tsx'

/** The only extension among the types to pick: people ask for it by this name, and it is no kind of item. */
const pdf = 'pdf'

/** A day (`2026-11-21`) as people read it. */
const shownDay = (day: string, locale: string) => formatDate(`${day}T00:00:00Z`, locale, 'UTC')

type Props = {
  filters: SearchFilters
  onChange: (filters: SearchFilters) => void
  /** Whether a folder is open, whether the user may search accounts, and people whose items may be searched. */
  offers: { here: boolean; people: boolean; owners: readonly KnownOwner[] }
}

/** Search filters as chips, reachable with Tab. */
export const FilterBar = ({ filters, onChange, offers }: Props) => {
  const t = useT()
  const { locale } = usePageContext()
  const set = (change: Partial<SearchFilters>) => onChange({ ...filters, ...change })
  const bar = useRef<HTMLFieldSetElement>(null)
  const filtersKey = JSON.stringify(filters)
  // A filter that was typed may lie outside of a narrow screen; who chooses a chip sees it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the filters
  useEffect(() => {
    if (bar.current?.contains(document.activeElement)) return
    bar.current?.querySelector('[data-on]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [filtersKey])
  const isPdf = filters.extension === pdf
  const dated = filters.after || filters.before
  return (
    <fieldset
      ref={bar}
      className="flex min-w-0 shrink-0 gap-1.5 overflow-x-auto border-b border-line px-3 py-2 sm:flex-wrap"
    >
      <legend className="sr-only">{t('storage:search.filters')}</legend>
      {!filters.people && (
        <>
          <ValueChip
            label={t('storage:search.type')}
            value={isPdf ? pdf : filters.kind}
            options={[
              ...kindFilters.flatMap((kind): [string, string][] => [
                [kind, t(`storage:search.kind.${kind}`)],
                ...(kind === 'document' ? [[pdf, t('storage:list.kind.pdf')] as [string, string]] : []),
              ]),
            ]}
            onPick={(kind) =>
              set(
                kind === pdf
                  ? { kind: '', extension: pdf }
                  : { kind: kind as SearchFilters['kind'], extension: isPdf ? '' : filters.extension },
              )
            }
          />
          {dated ? (
            <RemovableChip onRemove={() => set({ after: '', before: '' })}>
              {[
                filters.after && shownDay(filters.after, locale),
                '–',
                filters.before && shownDay(filters.before, locale),
              ]
                .filter(Boolean)
                .join(' ')}
            </RemovableChip>
          ) : (
            <ValueChip
              label={t('storage:search.modified')}
              value={filters.span}
              options={changeSpans.map((span) => [span, t(`storage:search.span.${span}`)])}
              onPick={(span) => set({ span: span as SearchFilters['span'] })}
            />
          )}
          <ValueChip
            label={t('storage:search.size')}
            value={filters.size}
            options={minSizes.map((size) => [
              size,
              t('storage:search.above', { size: formatBytes(Number(size) * 1_000_000, locale) }),
            ])}
            onPick={(size) => set({ size: size as SearchFilters['size'] })}
          />
          <ValueChip
            label={t('storage:search.shared')}
            value={filters.shared}
            options={sharingFilters.map((shared) => [shared, t(`storage:search.sharing.${shared}`)])}
            onPick={(shared) => set({ shared: shared as SearchFilters['shared'] })}
          />
          <OwnerPick filters={filters} owners={offers.owners} onPick={set} />
          {filters.extension && !isPdf && (
            <RemovableChip onRemove={() => set({ extension: '' })}>{`.${filters.extension}`}</RemovableChip>
          )}
          {filters.content && (
            <RemovableChip onRemove={() => set({ content: '' })}>
              {t('storage:search.withText', { text: filters.content })}
            </RemovableChip>
          )}
          {filters.inName && (
            <RemovableChip onRemove={() => set({ inName: '' })}>
              {t('storage:search.inFolder', { name: filters.inName })}
            </RemovableChip>
          )}
          {offers.here && !filters.inName && (
            <ToggleChip icon={FolderSearch} on={filters.here} onClick={() => set({ here: !filters.here })}>
              {t('storage:search.here')}
            </ToggleChip>
          )}
        </>
      )}
      {offers.people && (
        <ToggleChip
          icon={Users}
          on={filters.people}
          onClick={() => onChange({ ...noFilters, people: !filters.people })}
        >
          {t('storage:search.people')}
        </ToggleChip>
      )}
      {hasFilter(filters) && (
        <button
          type="button"
          onClick={(event) => {
            focusSearch(event)
            onChange(noFilters)
          }}
          className="shrink-0 px-2 text-13 text-muted hover:text-text"
        >
          {t('storage:search.clearFilters')}
        </button>
      )}
    </fieldset>
  )
}
