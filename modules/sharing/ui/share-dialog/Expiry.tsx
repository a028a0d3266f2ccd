import { useId, useState } from 'react'
import { useSnapshot } from 'valtio'
import { TextField, useT } from '../../../web/ui.ts'
import { expirationHours } from '../../contract.ts'
import { useLinkTexts } from '../useLinkTexts.ts'
import type { SectionProps } from './section-props.ts'

const hour = 3_600_000
const box =
  'grid min-h-9 cursor-pointer place-items-center rounded-sm border border-line-strong px-1 text-13 font-medium hover:bg-hover has-checked:border-brand-mark has-checked:bg-brand-tint has-checked:text-brand-text has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:min-h-11'

/** Value of a `datetime-local` field: the time in the browser's zone, without seconds. */
const local = (at: Date): string => {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** When the link expires: after some hours, at a selected time, or never. */
export const Expiry = ({ links, link: { id, attributes } }: SectionProps) => {
  const t = useT()
  const name = useId()
  const texts = useLinkTexts()
  const { errors } = useSnapshot(links.state)
  const { expires_at, expire_in } = attributes
  const [typed, setTyped] = useState<string | null>(null)
  const selected = expires_at === null ? 0 : expire_in || null

  const choose = (hours: number) => {
    setTyped(null)
    const end = hours === 0 ? null : new Date(Date.now() + hours * hour).toISOString()
    void links.change(id, 'expiry', hours === 0 ? { expiration: null, expires_at: null } : { expiration: hours }, {
      expires_at: end,
      expire_in: hours,
    })
  }
  const save = async () => {
    if (!typed) return
    const end = new Date(typed)
    if (Number.isNaN(end.getTime())) return
    const iso = end.toISOString()
    if (await links.change(id, 'expiry', { expires_at: iso }, { expires_at: iso, expire_in: 0 })) setTyped(null)
  }
  const boxLabel = (hours: number) =>
    hours === 0
      ? t('sharing:option.never')
      : hours < 24
        ? t('sharing:option.hours', { count: hours })
        : t('sharing:option.days', { count: hours / 24 })
  return (
    <div>
      <fieldset>
        <legend className="mb-1.5 text-body font-medium">{t('sharing:option.expiry')}</legend>
        <div className="grid grid-cols-4 gap-1.5">
          {[0, ...expirationHours].map((hours) => (
            <label key={hours} className={box}>
              <input
                type="radio"
                name={name}
                className="sr-only"
                checked={selected === hours}
                onChange={() => choose(hours)}
              />
              {boxLabel(hours)}
            </label>
          ))}
        </div>
      </fieldset>
      <TextField
        type="datetime-local"
        label={t('sharing:option.pickDate')}
        className="mt-3"
        value={typed ?? (expires_at ? local(new Date(expires_at)) : '')}
        onValue={setTyped}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void save()
        }}
        error={errors.expiry}
        help={
          expires_at
            ? t('sharing:option.expiresAt', { when: texts.exactly(expires_at) })
            : t('sharing:option.neverExpires')
        }
      />
    </div>
  )
}
