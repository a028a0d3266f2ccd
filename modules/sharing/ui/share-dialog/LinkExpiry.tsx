import { useId, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { hourMs, instantAt, wallTimeAt } from '../../../shared/contract.ts'
import { Calendar, TextField, useNow, usePageContext, useT, useZone } from '../../../web/ui.ts'
import { expirationHours } from '../../contract.ts'
import { useLinkTexts } from '../useLinkTexts.ts'
import type { ShareSectionProps } from './section-props.ts'

/** A link that expires “on” a day can be used on that day. */
const endOfDay = '23:59'
const box =
  'grid min-h-8 cursor-pointer place-items-center rounded-sm border border-line-strong px-1 text-13 hover:bg-hover has-checked:border-brand-mark has-checked:bg-brand-tint has-checked:font-medium has-checked:text-brand-text has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:min-h-11'

/** When the link expires: never, after some hours, or at the end of a selected day. */
export const LinkExpiry = ({ links, link: { id, attributes }, close }: ShareSectionProps & { close: () => void }) => {
  const t = useT()
  const name = useId()
  const texts = useLinkTexts()
  const zone = useZone()
  const now = useNow()
  const { locale } = usePageContext()
  const { errors } = useSnapshot(links.state)
  const { expires_at, expire_in } = attributes
  const selected = expires_at === null ? 0 : expire_in || null
  const wall = expires_at === null ? null : wallTimeAt(Date.parse(expires_at), zone)
  const [time, setTime] = useState<string | null>(null)
  /** Arrow keys select each period that they pass. */
  const byPointer = useRef(false)
  const today = wallTimeAt(now, zone).day

  const choose = (hours: number) => {
    const end = hours === 0 ? null : new Date(Date.now() + hours * hourMs).toISOString()
    setTime(null)
    void links.change(id, 'expiry', hours === 0 ? { expiration: null, expires_at: null } : { expiration: hours }, {
      expires_at: end,
      expire_in: hours,
      expired: false,
    })
  }
  const chooseTime = async (day: string, timeText: string) => {
    const end = instantAt({ day, time: timeText }, zone)
    if (Number.isNaN(end)) return
    const iso = new Date(end).toISOString()
    if (await links.change(id, 'expiry', { expires_at: iso }, { expires_at: iso, expire_in: 0, expired: false }))
      setTime(null)
  }
  const presetLabel = (hours: number) =>
    hours === 0
      ? t('sharing:option.never')
      : hours < 24
        ? t('sharing:option.hours', { count: hours })
        : t('sharing:option.days', { count: hours / 24 })
  return (
    <>
      <fieldset
        onPointerDown={() => {
          byPointer.current = true
        }}
        onKeyDown={() => {
          byPointer.current = false
        }}
      >
        <legend className="sr-only">{t('sharing:option.expiry')}</legend>
        <div className="grid grid-cols-4 gap-1.5">
          {[0, ...expirationHours].map((hours) => (
            <label key={hours} className={box}>
              <input
                type="radio"
                name={name}
                className="sr-only"
                checked={selected === hours}
                onChange={() => {
                  choose(hours)
                  if (byPointer.current) close()
                }}
                data-autofocus={selected === hours || undefined}
              />
              {presetLabel(hours)}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="mt-3 border-t border-line pt-3">
        <Calendar
          label={t('sharing:option.pickDate')}
          locale={locale}
          today={today}
          min={today}
          value={wall?.day ?? null}
          onValue={(day) => chooseTime(day, endOfDay)}
        />
      </div>
      {wall && (
        <TextField
          type="time"
          label={t('sharing:option.time')}
          className="mt-3 border-t border-line pt-3"
          value={time ?? wall.time}
          onValue={setTime}
          onBlur={() => time && chooseTime(wall.day, time)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            void (time ? chooseTime(wall.day, time) : close())
          }}
          error={errors.expiry}
          help={expires_at && t('sharing:option.expiresAt', { when: texts.exactly(expires_at) })}
        />
      )}
    </>
  )
}
