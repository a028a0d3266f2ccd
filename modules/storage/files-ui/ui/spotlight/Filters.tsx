import { FolderSearch, Users, X } from 'lucide-react'
import { cx, Icon, type IconType, useT } from '../../../../web/ui.ts'
import { anyFilter, type Filters, kinds, noFilters, sizes, spans } from '../../../search/ui.ts'

const chip = 'h-8 shrink-0 rounded-full border text-13 pointer-coarse:h-10'
const chipColors = (on: boolean) =>
  on
    ? 'border-brand-line bg-brand-tint font-medium text-brand-text'
    : 'border-line-strong bg-surface text-muted hover:bg-hover hover:text-text'

/** The only extension among the types to pick: what people ask for by this name is no kind of item. */
const pdf = 'pdf'

type Props = {
  filters: Filters
  onChange: (filters: Filters) => void
  /** Whether a folder is open, and whether the user may search accounts. */
  offers: { here: boolean; people: boolean }
}

/** Search filters as chips, reachable with Tab. */
export const FilterBar = ({ filters, onChange, offers }: Props) => {
  const t = useT()
  const set = (change: Partial<Filters>) => onChange({ ...filters, ...change })
  const isPdf = filters.extension === pdf
  const dated = filters.after || filters.before
  return (
    <fieldset className="flex shrink-0 gap-1.5 overflow-x-auto border-b border-line px-3 py-2">
      <legend className="sr-only">{t('storage:spotlight.filters')}</legend>
      {!filters.people && (
        <>
          <Pick
            label={t('storage:spotlight.type')}
            value={isPdf ? pdf : filters.kind}
            options={[
              ...kinds.flatMap((kind): [string, string][] => [
                [kind, t(`storage:spotlight.kind.${kind}`)],
                ...(kind === 'document' ? [[pdf, t('storage:list.kind.pdf')] as [string, string]] : []),
              ]),
            ]}
            onPick={(kind) =>
              set(
                kind === pdf
                  ? { kind: '', extension: pdf }
                  : { kind: kind as Filters['kind'], extension: isPdf ? '' : filters.extension },
              )
            }
          />
          {dated ? (
            <Toggle icon={X} on onClick={() => set({ after: '', before: '' })}>
              {[filters.after && `${filters.after} –`, filters.before && `– ${filters.before}`]
                .filter(Boolean)
                .join(' ')}
            </Toggle>
          ) : (
            <Pick
              label={t('storage:spotlight.modified')}
              value={filters.span}
              options={spans.map((span) => [span, t(`storage:spotlight.span.${span}`)])}
              onPick={(span) => set({ span: span as Filters['span'] })}
            />
          )}
          <Pick
            label={t('storage:spotlight.size')}
            value={filters.size}
            options={sizes.map((size) => [
              size,
              t('storage:spotlight.above', { size: size === '1000' ? '1 GB' : `${size} MB` }),
            ])}
            onPick={(size) => set({ size: size as Filters['size'] })}
          />
          {filters.extension && !isPdf && (
            <Toggle icon={X} on onClick={() => set({ extension: '' })}>
              {`.${filters.extension}`}
            </Toggle>
          )}
          {filters.inName && (
            <Toggle icon={X} on onClick={() => set({ inName: '' })}>
              {t('storage:spotlight.inFolder', { name: filters.inName })}
            </Toggle>
          )}
          {offers.here && !filters.inName && (
            <Toggle icon={FolderSearch} on={filters.here} onClick={() => set({ here: !filters.here })}>
              {t('storage:spotlight.here')}
            </Toggle>
          )}
        </>
      )}
      {offers.people && (
        <Toggle icon={Users} on={filters.people} onClick={() => onChange({ ...noFilters, people: !filters.people })}>
          {t('storage:spotlight.people')}
        </Toggle>
      )}
      {anyFilter(filters) && (
        <button
          type="button"
          onClick={() => onChange(noFilters)}
          className="shrink-0 px-2 text-13 text-muted hover:text-text"
        >
          {t('storage:spotlight.clearFilters')}
        </button>
      )}
    </fieldset>
  )
}

type PickProps = { label: string; value: string; options: [string, string][]; onPick: (value: string) => void }

const Pick = ({ label, value, options, onPick }: PickProps) => (
  <select
    aria-label={label}
    value={value}
    onChange={(event) => onPick(event.currentTarget.value)}
    className={cx(chip, chipColors(value !== ''), 'cursor-pointer ps-3 pe-1.5')}
  >
    <option value="">{label}</option>
    {options.map(([id, text]) => (
      <option key={id} value={id}>
        {text}
      </option>
    ))}
  </select>
)

type ToggleProps = { icon: IconType; on: boolean; onClick: () => void; children: string }

const Toggle = ({ icon, on, onClick, children }: ToggleProps) => (
  <button
    type="button"
    aria-pressed={on}
    onClick={onClick}
    className={cx(chip, chipColors(on), 'flex items-center gap-1.5 ps-2.5 pe-3')}
  >
    <Icon of={icon} size={14} />
    {children}
  </button>
)
