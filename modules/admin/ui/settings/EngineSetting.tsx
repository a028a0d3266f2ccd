import { useEffect, useState } from 'react'
import { Select, useData, useFeedback, useT } from '../../../web/ui.ts'
import type { SettingField } from '../../contract.ts'

interface Props {
  field: SettingField
  error: string | undefined
  onSave: (value: string) => void
}
/** Type of plan → number of subscribed accounts. */
interface CurrentSubscriptions {
  subscriptions: { fixed: number; metered: number }
}

/** Engine of billing. A change is confirmed first; the dialog explains the effect on present subscriptions. */
export const EngineSetting = ({ field: { name, value, input }, error, onSave }: Props) => {
  const t = useT()
  const feedback = useFeedback()
  const { subscriptions } = useData<CurrentSubscriptions>()
  const [current, setCurrent] = useState(value)
  useEffect(() => setCurrent(value), [value])
  const change = async (next: string) => {
    if (next === current) return
    setCurrent(next)
    const label = (engine: string) => t(`admin:setting.${name}.choice.${engine}`)
    const effects = [
      t('admin:engine.warning'),
      current === 'fixed' && t(`admin:engine.leaveFixed.${next}`, { count: subscriptions.fixed }),
      current === 'metered' && t('admin:engine.leaveMetered', { count: subscriptions.metered }),
      t(`admin:engine.enter.${next}`),
    ].filter((text): text is string => Boolean(text))
    const isConfirmed = await feedback.confirm({
      title: t('admin:engine.title', { type: label(next) }),
      body: effects.map((text) => (
        <span key={text} className="mt-2 block first:mt-0">
          {text}
        </span>
      )),
      confirmLabel: t('admin:engine.confirm'),
      danger: true,
    })
    if (isConfirmed) onSave(next)
    else setCurrent(current)
  }
  return (
    <Select
      name={name}
      label={t(`admin:setting.${name}.label`)}
      help={t(`admin:setting.${name}.help`)}
      error={error}
      value={current}
      options={(input.values ?? []).map((choice) => ({
        value: choice,
        label: t(`admin:setting.${name}.choice.${choice}`),
      }))}
      onValue={(next) => void change(next)}
    />
  )
}
