import { useT } from '../i18n/use-t.ts'
import { Emoji, type EmojiType, Menu } from '../kit/index.ts'
import { useEmojiType } from '../shell/index.ts'
import { preferTone } from './remembered.ts'
import { toned } from './tones.ts'

const hand = '\u270b'
const types: EmojiType[] = ['twemoji', 'native']

/** Skin tone, and whose drawings are shown; both are remembered. */
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
          items: [0, 1, 2, 3, 4, 5].map((choice) => ({
            id: `tone-${choice}`,
            label: t(`web:emoji.tone.${choice}`),
            checked: choice === tone,
            onSelect: () => {
              preferTone(choice)
              onTone(choice)
            },
          })),
        },
        {
          group: t('web:emoji.type.label'),
          items: types.map((choice) => ({
            id: choice,
            label: t(`web:emoji.type.${choice}`),
            checked: choice === type,
            onSelect: () => setType(choice),
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
        <Emoji char={toned(hand, tone)} size={22} />
      </button>
    </Menu>
  )
}
