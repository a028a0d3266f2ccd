import { Ban, Check } from 'lucide-react'
import { cx, folderColor, folderColors, folderEdge, Icon, useT } from '../../../../web/ui.ts'

/** Palette of folder colors; null is the brand color. */
export const ColorField = ({ value, onValue }: { value: string | null; onValue: (color: string | null) => void }) => {
  const t = useT()
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-medium">{t('storage:dialog.customize.color')}</legend>
      <div className="flex flex-wrap gap-1">
        {[null, ...folderColors].map((color) => (
          <label
            key={color ?? 'none'}
            data-tip={t(`storage:dialog.color.${color ?? 'none'}`)}
            className="relative grid size-9 place-items-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="color"
              checked={value === color}
              onChange={() => onValue(color)}
              aria-label={t(`storage:dialog.color.${color ?? 'none'}`)}
              className="sr-only"
            />
            <span
              className={cx(
                'grid size-7 place-items-center rounded-full',
                folderEdge(color) === 'none' ? 'text-on-tip' : 'border',
                color === null ? 'text-on-brand' : color === 'yellow' && 'text-[#101214]',
                value === color && 'ring-2 ring-text ring-offset-2 ring-offset-raised',
              )}
              style={{ background: folderColor(color), borderColor: folderEdge(color), forcedColorAdjust: 'none' }}
            >
              {value === color ? <Icon of={Check} size={16} /> : color === null ? <Icon of={Ban} size={14} /> : null}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
