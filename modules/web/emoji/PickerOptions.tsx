import { useT } from '../i18n/use-t.ts'
import { Emoji, type EmojiType, Menu } from '../kit/index.ts'
import { useEmojiType } from '../shell/index.ts'
import { savePreferredTone } from './emoji-preferences.ts'
import { withSkinTone } from './skin-tones.ts'

const hand = '\u270b'
const types: EmojiType[] = ['twemoji', 'native']

/** Menu for skin tone and emoji font; both choices are stored. */
export const PickerOptions = ({ tone, onTone }: { tone: number; onTone: (tone: number) => void }) => {
  const t = useT()
  const [type, setType] = useEmojiType()
  return (
    <Menu
      label={t('web:emoji.options')}
      align="end"
      items={[
        {
          group: t('web:emoji.tone.label'),
          items: [0, 1, 2, 3, 4, 5].map((option) => ({
            id: `tone-${option}`,
            label: t(`web:emoji.tone.${option}`),
            checked: option === tone,
            onSelect: () => {
              savePreferredTone(option)
              onTone(option)
            },
          })),
        },
        {
          group: t('web:emoji.type.label'),
          items: types.map((option) => ({
            id: option,
            label: t(`web:emoji.type.${option}`),
            checked: option === type,
            onSelect: () => setType(option),
          })),
        },
      ]}
    >
      <button
        type="button"
        aria-label={t('web:emoji.options')}
        data-tip={t('web:emoji.options')}
        className="grid size-9 shrink-0 place-items-center rounded-sm hover:bg-hover pointer-coarse:size-11"
      >
        <Emoji char={withSkinTone(hand, tone)} size={22} />
      </button>
    </Menu>
  )
}
