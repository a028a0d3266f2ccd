import { typedDecimal } from '../../../shared/contract.ts'
import {
  contrastRatio,
  formatNumber,
  Select,
  Switch,
  TextArea,
  TextField,
  useLanguageItems,
  usePageContext,
  useT,
} from '../../../web/ui.ts'
import { fitsInput } from '../../client/fits-input.ts'
import type { SettingField } from '../../contract.ts'
import { useServerValue } from '../use-server-value.ts'
import { useTypedValue } from '../use-typed-value.ts'
import { CountrySetting } from './CountrySetting.tsx'
import { ImageSetting } from './ImageSetting.tsx'
import { SecretSetting } from './SecretSetting.tsx'
import type { SaveSetting } from './save-setting.ts'

interface Props {
  field: SettingField
  /** The server's error about the last value. */
  error: string | undefined
  onSave: SaveSetting
}

/**
 * The control of a setting by its kind. Typed values are saved when the field or the page is left or on Enter, never
 * half typed.
 */
export const SettingControl = ({ field, error, onSave }: Props) => {
  const t = useT()
  const { name, input, value } = field
  const [current, setCurrent] = useServerValue(value)
  const languages = useLanguageItems()
  const choose = (next: string) => {
    setCurrent(next)
    onSave(next)
  }
  const label = t(`admin:setting.${name}.label`)
  const help = t(`admin:setting.${name}.help`)
  if (field.secret) return <SecretSetting field={field} label={label} help={help} error={error} onSave={onSave} />
  if (input.kind === 'image') return <ImageSetting field={field} label={label} help={help} />
  if (input.kind === 'switch')
    return (
      <Switch
        name={name}
        label={label}
        help={help}
        error={error}
        checked={current === '1'}
        onValue={(isOn) => choose(isOn ? '1' : '0')}
      />
    )
  if (input.kind === 'choice')
    return (
      <Select
        name={name}
        label={label}
        help={help}
        error={error}
        value={current}
        options={
          name === 'language'
            ? languages.map(({ id, label }) => ({ value: id, label }))
            : (input.values ?? []).map((choice) => ({
                value: choice,
                label: t(`admin:setting.${name}.choice.${choice}`),
              }))
        }
        onValue={choose}
      />
    )
  if (input.kind === 'country')
    return <CountrySetting name={name} label={label} help={help} error={error} value={current} onValue={choose} />
  return <TypedSetting field={field} label={label} help={help} error={error} onSave={onSave} />
}

const minContrast = 4.5

const TypedSetting = ({ field, label, help, error, onSave }: Props & { label: string; help: string }) => {
  const t = useT()
  const { locale } = usePageContext()
  const { name, input, value } = field
  const {
    text,
    setText,
    setSaved,
    field: typedField,
  } = useTypedValue({
    value,
    isValid: (typed) => fitsInput(input, typed),
    normalize: (typed) => (input.kind === 'number' ? String(Number(typedDecimal(typed))) : typed.trim()),
    onSave,
  })
  const isColor = input.kind === 'color'
  /** A color picker emits many values while it is dragged, and keeps the focus. */
  const pick = (color: string) => {
    setText(color)
    setSaved(color)
    onSave(color, { soon: true })
  }
  const limits = { min: formatNumber(input.min ?? 0, locale), max: formatNumber(input.max ?? 0, locale) }
  const isPale = isColor && /^#[0-9a-f]{6}$/i.test(text) && contrastRatio(text, '#ffffff') < minContrast
  if (input.kind === 'text')
    return (
      <TextArea
        name={name}
        label={label}
        help={help}
        value={text}
        error={error}
        rows={3}
        onValue={setText}
        onBlur={typedField.onBlur}
      />
    )
  return (
    <div>
      <TextField
        name={name}
        type={isColor ? 'color' : input.kind === 'email' ? 'email' : 'text'}
        inputMode={input.kind === 'number' ? (input.whole ? 'numeric' : 'decimal') : undefined}
        autoComplete="off"
        label={label}
        help={help}
        {...typedField}
        error={fitsInput(input, text) ? error : t('admin:settings.outOfRange', limits)}
        onValue={isColor ? pick : (next) => setText(next.trimStart())}
        trailing={
          input.unit && <span className="pe-3 text-small text-muted">{t(`admin:settings.unit.${input.unit}`)}</span>
        }
        className={isColor ? 'max-w-xs' : undefined}
      />
      {isPale && (
        <p role="status" className="mt-1.5 text-small text-warning-text">
          {t('admin:settings.pale')}
        </p>
      )}
    </div>
  )
}
