import { Apple, Flag, Hand, Hash, History, Lamp, PawPrint, Plane, Search, Smile, Trophy } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useT } from '../i18n/use-t.ts'
import { cx, Icon, type IconType, isTouchOnly, RetryButton, Skeleton, TextField, useLoad } from '../kit/index.ts'
import { useInViewport } from '../kit/useInViewport.ts'
import { usePageContext } from '../page-context.tsx'
import { findEmoji, loadEmoji } from './emoji-data.ts'
import { addRecentEmoji, preferredTone, recentEmoji } from './emoji-preferences.ts'
import type { EmojiRow } from './emoji-rows.ts'
import { GridEmoji, ViewportContext } from './GridEmoji.tsx'
import { gridKey } from './grid-key.ts'
import { PickerOptions } from './PickerOptions.tsx'
import { withSkinTone } from './skin-tones.ts'

const groups: { id: string; group: number; icon: IconType }[] = [
  { id: 'smileys', group: 0, icon: Smile },
  { id: 'people', group: 1, icon: Hand },
  { id: 'nature', group: 3, icon: PawPrint },
  { id: 'food', group: 4, icon: Apple },
  { id: 'travel', group: 5, icon: Plane },
  { id: 'activities', group: 6, icon: Trophy },
  { id: 'objects', group: 7, icon: Lamp },
  { id: 'symbols', group: 8, icon: Hash },
  { id: 'flags', group: 9, icon: Flag },
]

interface Section {
  id: string
  icon: IconType
  rows: EmojiRow[]
}

interface Props {
  value: string
  onValue: (char: string) => void
}

const withTone = ([char, , , , tonable]: EmojiRow, tone: number): string => (tonable ? withSkinTone(char, tone) : char)

/** Search field, groups and recent emoji above a grid of all emoji with arrow keys. Loads its data when it first opens. */
export const EmojiPicker = ({ value, onValue }: Props) => {
  const t = useT()
  const { locale } = usePageContext()
  const { data: rows, error, reload } = useLoad(() => loadEmoji(locale), [locale])
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed)
  const [tone, setTone] = useState(preferredTone)
  const [recent] = useState(recentEmoji)
  const [activeGroup, setActiveGroup] = useState('smileys')
  const grid = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const observe = useInViewport(grid)

  // On a touch screen the focus would open the keyboard over the grid.
  useEffect(() => {
    if (!isTouchOnly()) search.current?.focus()
  }, [])

  const sections = useMemo((): Section[] => {
    if (!rows) return []
    if (query.trim()) return [{ id: 'found', icon: Search, rows: findEmoji(rows, query) }]
    const rowsByChar = new Map(rows.map((row) => [row[0], row]))
    const used = recent.map((char): EmojiRow => [char, rowsByChar.get(char)?.[1] ?? char, '', -1, 0])
    return [
      ...(used.length > 0 ? [{ id: 'recent', icon: History, rows: used }] : []),
      ...groups.map(({ id, group, icon }) => ({ id, icon, rows: rows.filter((row) => row[3] === group) })),
    ]
  }, [rows, query, recent])

  const foundCount = sections[0]?.id === 'found' ? sections[0].rows.length : null
  const pick = (char: string) => {
    addRecentEmoji(char)
    onValue(char)
  }
  /** Picks the best match of the current text; the grid renders deferred and may lag behind it. */
  const pickBest = () => {
    const [best] = rows && typed.trim() ? findEmoji(rows, typed) : (sections[0]?.rows ?? [])
    if (best) pick(withTone(best, tone))
  }
  /** `isByKey`: its emoji get the focus, which only the arrow keys would move there otherwise. */
  const scrollToGroup = (id: string, isByKey: boolean) => {
    const box = grid.current
    const section = box?.querySelector<HTMLElement>(`[data-section="${id}"]`)
    if (box && section) box.scrollTop = section.offsetTop
    if (isByKey) section?.querySelector('button')?.focus({ preventScroll: true })
  }
  const updateActiveGroup = () => {
    const box = grid.current
    if (!box) return
    const passed = Array.from(box.querySelectorAll<HTMLElement>('[data-section]')).filter(
      (section) => section.offsetTop <= box.scrollTop + 8,
    )
    setActiveGroup(passed.at(-1)?.dataset.section ?? 'smileys')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (grid.current) gridKey(event, grid.current)
  }

  return (
    <div className="rounded-md border border-line">
      <div className="flex items-center gap-2 p-2">
        <TextField
          ref={search}
          label={t('web:emoji.search')}
          hideLabel
          icon={Search}
          placeholder={t('web:emoji.search')}
          value={typed}
          onValue={setTyped}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown' && grid.current) {
              event.preventDefault()
              grid.current.querySelector<HTMLElement>('button')?.focus()
            }
            // Enter picks an emoji and must not submit the form around the field.
            if (event.key === 'Enter') {
              event.preventDefault()
              pickBest()
            }
          }}
          autoComplete="off"
          className="grow"
        />
        <PickerOptions tone={tone} onTone={setTone} />
      </div>
      <p role="status" className="sr-only">
        {foundCount === null ? '' : t('web:emoji.found', { count: foundCount })}
      </p>
      {foundCount === null && (
        <div role="toolbar" aria-label={t('web:emoji.groups')} className="flex border-b border-line px-1">
          {sections.map(({ id, icon }) => (
            <button
              key={id}
              type="button"
              aria-label={t(`web:emoji.group.${id}`)}
              data-tip={t(`web:emoji.group.${id}`)}
              aria-pressed={activeGroup === id}
              onClick={({ detail }) => scrollToGroup(id, detail === 0)}
              className={cx(
                'grid h-9 min-w-6 grow place-items-center border-b-2 -outline-offset-2 hover:text-text',
                activeGroup === id ? 'border-brand-mark text-text' : 'border-transparent text-muted',
              )}
            >
              <Icon of={icon} size={18} />
            </button>
          ))}
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys of the buttons inside */}
      <div
        ref={grid}
        onScroll={updateActiveGroup}
        onKeyDown={onKeyDown}
        className="relative h-60 overflow-y-auto overscroll-contain px-2 pb-2"
      >
        {!rows && error !== null && (
          <div role="alert" className="flex flex-col items-center gap-3 p-6 text-center text-14 text-muted">
            <p>{t('web:emoji.failed')}</p>
            <RetryButton size="sm" onRetry={reload} />
          </div>
        )}
        {!rows && error === null && <Skeleton shape="text" className="p-3" />}
        {foundCount === 0 && <p className="p-6 text-center text-14 text-muted">{t('web:kit.nothingFound')}</p>}
        <ViewportContext value={observe}>
          {sections.map(({ id, rows: members }) => (
            <fieldset
              key={id}
              data-section={id}
              className="min-w-0"
              style={{
                contentVisibility: 'auto',
                containIntrinsicSize: `auto ${Math.ceil(members.length / 9) * 40 + 28}px`,
              }}
            >
              <legend className={cx('py-1.5 text-12 font-medium text-muted', id === 'found' && 'sr-only')}>
                {t(`web:emoji.group.${id}`)}
              </legend>
              <div className="grid grid-cols-[repeat(auto-fill,minmax(2.5rem,1fr))]">
                {members.map((member) => {
                  const [char, label] = member
                  const toned = withTone(member, tone)
                  return (
                    <button
                      key={char}
                      type="button"
                      tabIndex={-1}
                      aria-label={label}
                      aria-pressed={toned === value}
                      data-tip={label}
                      onClick={() => pick(toned)}
                      className="grid h-10 place-items-center rounded-sm -outline-offset-2 hover:bg-hover aria-pressed:bg-brand-tint"
                    >
                      <GridEmoji char={toned} />
                    </button>
                  )
                })}
              </div>
            </fieldset>
          ))}
        </ViewportContext>
      </div>
    </div>
  )
}
