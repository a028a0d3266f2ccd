import { useState } from 'react'
import { useAction } from '../../../../users/ui.ts'
import { Button, Card, call, TextField, useT } from '../../../../web/ui.ts'
import { setUserCapacity } from '../../../contract.ts'
import type { UserData } from '../UserLayout.tsx'

const gigabyte = 1_000_000_000
const maxGigabytes = 999_999_999

/** The storage limit of this account alone; an empty field means the installation's. */
export const CapacityCard = ({ user }: UserData) => {
  const t = useT()
  const act = useAction()
  const own = user.meta.max_storage_bytes
  const initial = own === null ? '' : String(Math.round(own / gigabyte))
  const [text, setText] = useState(initial)
  const isValid = text === '' || (/^\d{1,9}$/.test(text) && Number(text) <= maxGigabytes)
  const save = () =>
    act(
      () =>
        call(setUserCapacity, {
          params: { id: user.id },
          body: { attributes: { max_storage_amount: text === '' ? null : Number(text) } },
        }),
      t('admin:user.capacity.saved'),
    )
  return (
    <Card title={t('admin:user.capacity.title')} text={t('admin:user.capacity.text')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isValid) void save()
        }}
        className="flex flex-wrap items-start gap-3"
      >
        <TextField
          label={t('admin:user.capacity.label')}
          help={t('admin:user.capacity.help')}
          inputMode="numeric"
          value={text}
          error={isValid ? undefined : t('admin:user.capacity.invalid')}
          onValue={(value) => setText(value.trim())}
          trailing={<span className="pe-3 text-small text-muted">GB</span>}
          className="min-w-60 grow"
        />
        <Button type="submit" disabled={!isValid} className="mt-6">
          {t('admin:user.capacity.save')}
        </Button>
      </form>
    </Card>
  )
}
