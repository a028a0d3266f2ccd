import { Button, TextField, useT, useZone } from '../../web/ui.ts'

interface Props {
  since: string | undefined
  until: string | undefined
  /** `zone`: time zone of the days, the one in which the page shows times. */
  onApply(range: { since: string | undefined; until: string | undefined; zone: string | undefined }): void
}

/** First and last day of a list, sent by a button: a date field changes with each digit of a year. */
export const DayRangeForm = ({ since, until, onApply }: Props) => {
  const t = useT()
  const zone = useZone()
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        const dayOf = (name: string) => String(form.get(name) ?? '') || undefined
        const days = { since: dayOf('since'), until: dayOf('until') }
        onApply({ ...days, zone: days.since || days.until ? zone : undefined })
      }}
    >
      <TextField name="since" type="date" label={t('admin:audit.from')} defaultValue={since ?? ''} />
      <TextField name="until" type="date" label={t('admin:audit.until')} defaultValue={until ?? ''} />
      <Button type="submit">{t('admin:audit.apply')}</Button>
    </form>
  )
}
