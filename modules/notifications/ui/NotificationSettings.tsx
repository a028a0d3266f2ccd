import { Settings2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { UnprovenEmail } from '../../users/ui.ts'
import {
  Button,
  call,
  Dialog,
  Select,
  Spinner,
  useConnectionTest,
  useFeedback,
  usePageContext,
  useT,
} from '../../web/ui.ts'
import {
  type CategorySetting,
  listNotificationSettings,
  type NotificationChannel,
  notificationChannels,
  testConnection,
  updateNotificationSetting,
} from '../contract.ts'

// i18n-keys: notifications:category.*, notifications:channel.*
/** Chooses for each category: in the app, also by daily email, or not at all. Choices save themselves. */
export const NotificationSettings = ({ close }: { close: () => void }) => {
  const t = useT()
  const feedback = useFeedback()
  const { user } = usePageContext()
  const [isProven, setIsProven] = useState(true)
  const [settings, setSettings] = useState<readonly CategorySetting[] | null>(null)
  const saves = useRef<Promise<unknown>>(Promise.resolve())
  /** The settings as they are stored, by category. */
  const stored = useRef(new Map<string, CategorySetting>()).current
  const test = useConnectionTest(() => call(testConnection))
  useEffect(() => {
    call(listNotificationSettings).then(
      ({ data, meta }) => {
        setIsProven(meta.email_proven)
        for (const setting of data) stored.set(setting.category, setting)
        setSettings(data)
      },
      () => {
        feedback.toast({ kind: 'danger', text: t('notifications:settings.failed') })
        close()
      },
    )
  }, [feedback, t, close, stored])
  const show = (changed: CategorySetting, instead?: NotificationChannel) =>
    setSettings(
      (all) =>
        all?.map((setting) =>
          setting.category === changed.category && (!instead || setting.channel === instead) ? changed : setting,
        ) ?? null,
    )
  const change = async (changed: CategorySetting) => {
    show(changed)
    // One after the other, so that the server keeps the last choice.
    const saving = saves.current.then(() => call(updateNotificationSetting, { body: changed }))
    saves.current = saving.catch(() => undefined)
    try {
      await saving
      stored.set(changed.category, changed)
    } catch {
      // Unless the person has chosen another channel since.
      const before = stored.get(changed.category)
      if (before) show(before, changed.channel)
      feedback.toast({ kind: 'danger', text: t('notifications:settings.failed') })
    }
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      icon={Settings2}
      title={t('notifications:settings.title')}
      text={t('notifications:settings.text')}
      footer={<Button onClick={close}>{t('notifications:settings.close')}</Button>}
    >
      {!isProven && user && (
        <UnprovenEmail email={user.email}>{t('notifications:settings.unproven', { email: user.email })}</UnprovenEmail>
      )}
      {settings === null ? (
        <Spinner label={t('notifications:settings.loading')} />
      ) : (
        <ul className="divide-y divide-line">
          {settings
            .filter(({ category }) => user?.role === 'admin' || category !== 'system-alert')
            .map(({ category, channel }) => (
              <li key={category} className="flex items-center justify-between gap-4 py-2">
                <span className="min-w-0 text-14">{t(`notifications:category.${category}`)}</span>
                <span className="w-52 shrink-0">
                  <Select
                    label={t(`notifications:category.${category}`)}
                    hideLabel
                    size="sm"
                    value={channel}
                    onValue={(value) => void change({ category, channel: value as NotificationChannel })}
                    options={notificationChannels.map((value) => ({
                      value,
                      label: t(`notifications:channel.${value}`),
                    }))}
                  />
                </span>
              </li>
            ))}
        </ul>
      )}
      <div className="mt-3 flex items-center justify-between gap-4 border-t border-line pt-3">
        <span className="min-w-0 text-13 text-muted">{t('notifications:settings.live')}</span>
        <Button size="sm" onClick={() => void test()}>
          {t('notifications:settings.test')}
        </Button>
      </div>
    </Dialog>
  )
}
