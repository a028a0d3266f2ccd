import { Check, ChevronRight } from 'lucide-react'
import type { DropdownMenu } from 'radix-ui'
import { cx } from '../cx.ts'
import { Keys } from '../display/Keys.tsx'
import { Icon } from '../icon.tsx'
import { MenuHint } from './MenuHint.tsx'
import { entryKey, type MenuEntry, type MenuItem } from './types.ts'

type Parts = Pick<
  typeof DropdownMenu,
  'Item' | 'Sub' | 'SubTrigger' | 'SubContent' | 'Separator' | 'Label' | 'Group' | 'Portal'
>

export const panelClass =
  'z-60 max-h-(--available) min-w-52 max-w-80 animate-pop overflow-y-auto overscroll-contain rounded-md bg-raised p-1 text-text shadow-float outline-none'

/** The space between the anchor and the edge of the window, as measured by Radix. */
export const panelStyle = {
  '--available': 'var(--radix-dropdown-menu-content-available-height)',
}

const itemClass = (item: MenuItem) =>
  cx(
    'flex min-h-8 cursor-default items-center gap-2.5 rounded-sm px-2 py-1 text-14 no-underline outline-none select-none pointer-coarse:min-h-11',
    item.danger ? 'text-danger-text data-highlighted:bg-danger-tint' : 'data-highlighted:bg-hover',
    'data-[state=open]:bg-hover forced-colors:data-highlighted:outline-2',
    item.disabled && 'text-muted!',
  )

const ItemContent = ({ item, checkable, sub }: { item: MenuItem; checkable: boolean; sub?: boolean }) => (
  <>
    {checkable && (
      <span className="grid size-4 shrink-0 place-items-center">{item.checked && <Icon of={Check} />}</span>
    )}
    {item.icon && <Icon of={item.icon} className={cx('shrink-0', item.danger && !item.disabled ? '' : 'text-muted')} />}
    <span className="min-w-0 grow">
      <span className="block truncate">{item.label}</span>
      {item.disabled && item.reason && (
        <span className="block text-12 text-pretty whitespace-normal">{item.reason}</span>
      )}
    </span>
    {item.hint && <MenuHint hint={item.hint} />}
    {item.shortcut && (
      <span aria-hidden="true" className="ps-4 text-12 whitespace-nowrap text-muted tabular-nums">
        <Keys of={item.shortcut} />
      </span>
    )}
    {sub && <Icon of={ChevronRight} size={14} className="shrink-0 text-muted rtl:rotate-180" />}
  </>
)

const Item = ({ item, parts, checkable }: { item: MenuItem; parts: Parts; checkable: boolean }) => {
  const disabled = item.disabled === true
  if (item.items && !disabled) {
    return (
      <parts.Sub>
        <parts.SubTrigger className={itemClass(item)}>
          <ItemContent item={item} checkable={checkable} sub />
        </parts.SubTrigger>
        <parts.Portal>
          <parts.SubContent
            className={panelClass}
            style={panelStyle}
            collisionPadding={8}
            sideOffset={2}
            alignOffset={-4}
          >
            <MenuList entries={item.items} parts={parts} />
          </parts.SubContent>
        </parts.Portal>
      </parts.Sub>
    )
  }
  const role = item.checked === undefined ? {} : { role: 'menuitemcheckbox', 'aria-checked': item.checked }
  // A disabled item with a reason stays focusable, so that the reason can be read.
  const disabledProps = disabled ? (item.reason ? { 'aria-disabled': true } : { disabled: true }) : {}
  return (
    <parts.Item
      {...role}
      {...disabledProps}
      className={itemClass(item)}
      onSelect={(event) => (disabled ? event.preventDefault() : item.onSelect?.())}
      asChild={item.href !== undefined && !disabled}
    >
      {item.href !== undefined && !disabled ? (
        <a href={item.href} {...item.data}>
          <ItemContent item={item} checkable={checkable} />
        </a>
      ) : (
        <ItemContent item={item} checkable={checkable} />
      )}
    </parts.Item>
  )
}

/** The items of a dropdown or context menu. */
export const MenuList = ({ entries, parts }: { entries: readonly MenuEntry[]; parts: Parts }) => {
  const items = entries.flatMap((entry) => ('group' in entry ? entry.items : 'separator' in entry ? [] : [entry]))
  const checkable = items.some((item) => item.checked !== undefined)
  return entries.map((entry, index) => {
    const key = entryKey(entry, index)
    if ('separator' in entry) return <parts.Separator key={key} className="mx-1 my-1 h-px bg-line" />
    if (!('group' in entry)) return <Item key={key} item={entry} parts={parts} checkable={checkable} />
    return (
      <parts.Group key={key}>
        <parts.Label className="px-2 pt-2 pb-1 text-12 font-medium text-muted">
          {entry.group}
          {entry.note && <span className="block truncate font-normal">{entry.note}</span>}
        </parts.Label>
        {entry.items.map((item) => (
          <Item key={item.id} item={item} parts={parts} checkable={checkable} />
        ))}
      </parts.Group>
    )
  })
}
