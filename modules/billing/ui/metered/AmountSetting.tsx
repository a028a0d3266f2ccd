import { useEffect, useRef, useState } from 'react'
import { toDecimal, typedDecimal } from '../../../shared/contract.ts'
import { FormError, useAction, useForm } from '../../../users/ui.ts'
import { Button, Card, reloadPage, TextField, useFeedback, useT } from '../../../web/ui.ts'
import { prepaidAmountCheck } from './amount-check.ts'

interface Props {
  /** Its texts are under `billing:page`. */
  kind: 'alert' | 'cap'
  value: { amount: number; currency: string; formatted: string } | null
  currency: string
  /** Major units. */
  save: (amount: string) => Promise<unknown>
  remove: () => Promise<unknown>
}

/** An amount that the user sets, changes and removes. */
export const AmountSetting = ({ kind, value, currency, save, remove }: Props) => {
  const t = useT()
  const feedback = useFeedback()
  const run = useAction()
  const [editing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // The button of the form is gone: the focus goes back to the button that opened the form.
    if (wasEditing.current && !editing) button.current?.focus()
    wasEditing.current = editing
  }, [editing])
  const text = (key: string) => t(`billing:page.${kind}.${key}`)
  const confirmRemoval = async () => {
    const confirmed = await feedback.confirm({
      title: text('confirm'),
      body: text('confirmText'),
      confirmLabel: t('billing:page.amount.remove'),
      danger: true,
    })
    if (!confirmed) return
    await run(remove, text('removed'))
    button.current?.focus()
  }
  const saved = async (amount: string) => {
    await save(amount)
    feedback.toast({ kind: 'success', text: text('saved') })
    await reloadPage()
    setEditing(false)
  }
  return (
    <Card title={text('title')} text={text('text')}>
      {editing ? (
        <AmountForm
          currency={currency}
          value={value && toDecimal(value)}
          save={saved}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <p className={value ? 'min-w-24 grow text-20 font-semibold tabular-nums' : 'grow text-muted'}>
            {value?.formatted ?? text('none')}
          </p>
          {value && (
            <Button variant="quiet" aria-label={text('removeLabel')} onClick={() => void confirmRemoval()}>
              {t('billing:page.amount.remove')}
            </Button>
          )}
          <Button ref={button} aria-label={value ? text('changeLabel') : undefined} onClick={() => setEditing(true)}>
            {value ? t('billing:page.amount.change') : text('set')}
          </Button>
        </div>
      )}
    </Card>
  )
}

interface FormProps {
  currency: string
  /** Major units; null: none is set. */
  value: string | null
  save: (amount: string) => Promise<void>
  onCancel: () => void
}

const AmountForm = ({ currency, value, save, onCancel }: FormProps) => {
  const t = useT()
  const form = useForm({ amount: prepaidAmountCheck(currency) }, ({ amount = '' }) =>
    save(typedDecimal(amount, currency)),
  )
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <TextField
        ref={field}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        required
        label={t('billing:page.amount.label', { currency })}
        defaultValue={value ?? ''}
        error={form.errors.amount}
        onKeyDown={({ key }) => key === 'Escape' && onCancel()}
        className="max-w-72"
      />
      <FormError error={form.formError} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="solid" loading={form.busy}>
          {t('billing:page.amount.save')}
        </Button>
        <Button onClick={onCancel}>{t('billing:page.amount.cancel')}</Button>
      </div>
    </form>
  )
}
