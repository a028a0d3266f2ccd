import { useState } from 'react'
import { useAction } from '../../../../users/ui.ts'
import { Button, Card, call, TextField, useT } from '../../../../web/ui.ts'
import { setUserCapacity } from '../../../contract.ts'
import type { UserData } from '../UserLayout.tsx'

const gigabyte = 1_000_000_000
const maxGigabytes = 999_999_999
const maxMembers = 1_000_000

const textOf = (value: number | null) => (value === null ? '' : String(value))
const numberOf = (text: string) => (text === '' ? null : Number(text))
const isWhole = (text: string, min: number, max: number) =>
  text === '' || (/^-?\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max)

/** The limits of this account alone; an empty field means the installation's. Nothing where its plan decides. */
export const CapacityCard = ({ user }: UserData) => {
  const t = useT()
  const act = useAction()
  const { max_storage_bytes: bytes, max_team_members, own_limits: shown } = user.meta
  const [storage, setStorage] = useState(textOf(bytes === null ? null : Math.round(bytes / gigabyte)))
  const [members, setMembers] = useState(textOf(max_team_members))
  if (!shown.storage && !shown.members) return null
  const fits = { storage: isWhole(storage, 0, maxGigabytes), members: isWhole(members, -1, maxMembers) }
  const isValid = fits.storage && fits.members
  const save = () => {
    const attributes = {
      ...(shown.storage && { max_storage_amount: numberOf(storage) }),
      ...(shown.members && { max_team_members: numberOf(members) }),
    }
    return act(
      () => call(setUserCapacity, { params: { id: user.id }, body: { attributes } }),
      t('admin:user.capacity.saved'),
    )
  }
  return (
    <Card title={t('admin:user.capacity.title')} text={t('admin:user.capacity.text')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isValid) void save()
        }}
        className="flex flex-col gap-4"
      >
        {shown.storage && (
          <TextField
            label={t('admin:user.capacity.label')}
            help={t('admin:user.capacity.help')}
            inputMode="numeric"
            value={storage}
            error={fits.storage ? undefined : t('admin:user.capacity.invalid')}
            onValue={(value) => setStorage(value.trim())}
            trailing={<span className="pe-3 text-small text-muted">GB</span>}
          />
        )}
        {shown.members && (
          <TextField
            label={t('admin:user.capacity.members')}
            help={t('admin:user.capacity.membersHelp')}
            value={members}
            error={fits.members ? undefined : t('admin:user.capacity.membersInvalid')}
            onValue={(value) => setMembers(value.trim())}
          />
        )}
        <Button type="submit" disabled={!isValid} className="self-start">
          {t('admin:user.capacity.save')}
        </Button>
      </form>
    </Card>
  )
}
