import {
  Card,
  isMac,
  SegmentedControl,
  themeIcons,
  useEmojiType,
  useHydrated,
  useT,
  useTheme,
} from '../../../web/ui.ts'

const modes = ['light', 'dark', 'system'] as const
const emojiTypes = ['twemoji', 'native'] as const

/** Theme, applied at once; on Apple devices also how emoji look. */
export const AppearanceCard = () => {
  const t = useT()
  const hydrated = useHydrated()
  const [theme, setTheme] = useTheme()
  const [emoji, setEmoji] = useEmojiType()
  return (
    <Card id="appearance" title={t('users:profile.appearance.title')}>
      <div className="flex flex-col gap-5">
        <SegmentedControl
          label={t('web:shell.theme.label')}
          hideLabel={false}
          options={modes.map((value) => ({ value, label: t(`web:shell.theme.${value}`), icon: themeIcons[value] }))}
          value={theme}
          onValue={(value) => setTheme(value as (typeof modes)[number])}
        />
        {hydrated && isMac() && (
          <SegmentedControl
            label={t('users:profile.appearance.emoji')}
            hideLabel={false}
            options={emojiTypes.map((value) => ({ value, label: t(`users:profile.appearance.${value}`) }))}
            value={emoji}
            onValue={(value) => setEmoji(value as (typeof emojiTypes)[number])}
          />
        )}
      </div>
    </Card>
  )
}
