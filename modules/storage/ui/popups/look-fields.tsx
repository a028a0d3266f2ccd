import { Ban, Check } from 'lucide-react'
import { cx, folderColor, folderColors, Icon, TextField, useT } from '../../../web/ui.ts'

/** The first emoji of a text, or null: one whole grapheme that is drawn as a picture. */
export const firstEmoji = (text: string): string | null => {
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text.trim()))
    if (/\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3/u.test(segment)) return segment
  return null
}

/** Palette of folder colours; none is the brand's. */
export const ColorField = ({ value, onValue }: { value: string | null; onValue: (color: string | null) => void }) => {
  const t = useT()
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-medium">{t('storage:popup.customise.color')}</legend>
      <div className="flex flex-wrap gap-1.5">
        {[null, ...folderColors].map((color) => (
          <label
            key={color ?? 'none'}
            data-tip={t(`storage:popup.color.${color ?? 'none'}`)}
            className="relative grid size-9 place-items-center rounded-full has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="color"
              checked={value === color}
              onChange={() => onValue(color)}
              aria-label={t(`storage:popup.color.${color ?? 'none'}`)}
              className="sr-only"
            />
            <span
              className={cx(
                'grid size-7 place-items-center rounded-full',
                color === null ? 'border border-brand-edge text-on-brand' : 'text-on-tip',
                value === color && 'ring-2 ring-text ring-offset-2 ring-offset-raised',
              )}
              style={{ background: folderColor(color), forcedColorAdjust: 'none' }}
            >
              {value === color ? <Icon of={Check} size={16} /> : color === null ? <Icon of={Ban} size={14} /> : null}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** One emoji that stands on the folder. */
export const EmojiField = ({ value, onValue }: { value: string; onValue: (emoji: string) => void }) => {
  const t = useT()
  return (
    <TextField
      label={t('storage:popup.customise.emoji')}
      help={t('storage:popup.customise.emojiHelp')}
      value={value}
      onValue={(text) =>
        onValue(text === '' ? '' : (firstEmoji(text.slice(value.length)) ?? firstEmoji(text) ?? value))
      }
      autoComplete="off"
      maxLength={64}
    />
  )
}
