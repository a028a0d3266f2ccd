import { useRef } from 'react'
import { useAction } from '../../../../users/ui.ts'
import { Button, Card, call, TextField, useT, useUnsavedInput } from '../../../../web/ui.ts'
import { setUserCapacity } from '../../../contract.ts'
import { useServerValue } from '../../use-server-value.ts'
import type { UserPageData } from '../AdminUserLayout.tsx'

const gigabyte = 1_000_000_000
const maxGigabytes = 999_999_999
const maxMembers = 1_000_000

const textOf = (value: number | null) => (value === null ? '' : String(value))
const numberOf = (text: string) => (text === '' ? null : Number(text))
const isWhole = (text: string, min: number, max: number) =>
  text === '' || (/^-?\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max)

/** The account's own limits; an empty field means the installation's. Renders nothing when a plan sets the limits. */
export const CapacityCard = ({ user }: UserPageData) => {
  const t = useT()
  const act = useAction()
  const { max_storage_bytes: bytes, max_team_members, own_limits: shown } = user.meta
  /** Typed limits that are not saved. An unchanged limit is not sent: another administrator may have changed it. */
  const edited = useRef(new Set<'storage' | 'members'>())
  const [storage, setStorage] = useServerValue(textOf(bytes === null ? null : Math.round(bytes / gigabyte)), () =>
    edited.current.has('storage'),
  )
  const [members, setMembers] = useServerValue(textOf(max_team_members), () => edited.current.has('members'))
  useUnsavedInput(() => (edited.current.size > 0 ? 'unsaved' : act.busy ? 'saving' : 'saved'))
  if (!shown.storage && !shown.members) return null
  const fits = { storage: isWhole(storage, 0, maxGigabytes), members: isWhole(members, -1, maxMembers) }
  const isValid = fits.storage && fits.members
  const save = async () => {
    const sent = edited.current
    edited.current = new Set()
    const attributes = {
      ...(sent.has('storage') && { max_storage_amount: numberOf(storage) }),
      ...(sent.has('members') && { max_team_members: numberOf(members) }),
    }
    const result = await act(
      async () => sent.size > 0 && call(setUserCapacity, { params: { id: user.id }, body: { attributes } }),
      t('admin:user.capacity.saved'),
    )
    if (result === null) edited.current = edited.current.union(sent)
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
            onValue={(value) => {
              setStorage(value.trim())
              edited.current.add('storage')
            }}
            trailing={<span className="pe-3 text-small text-muted">GB</span>}
          />
        )}
        {shown.members && (
          <TextField
            label={t('admin:user.capacity.members')}
            help={t('admin:user.capacity.membersHelp')}
            value={members}
            error={fits.members ? undefined : t('admin:user.capacity.membersInvalid')}
            onValue={(value) => {
              setMembers(value.trim())
              edited.current.add('members')
            }}
          />
        )}
        <Button type="submit" disabled={!isValid} className="self-start">
          {t('admin:user.capacity.save')}
        </Button>
      </form>
    </Card>
  )
}
