import { Users, X } from 'lucide-react'
import { Avatar, Button, Dialog, IconButton, Select, Spinner, TextField, useT } from '../../web/ui.ts'
import { teamsApi } from '../client/teams.api.ts'
import { type TeamFolder, type TeamPermission, teamPermissions } from '../contract.ts'
import { PeopleField } from './PeopleField.tsx'
import { type PersonRow, type TeamFormMode, useTeamForm } from './useTeamForm.ts'

interface TeamDialogProps {
  mode: TeamFormMode
  /** The folder to turn into a team folder, or the team folder to edit. */
  folder: { id: string; name: string } | null
  onSaved: (saved: TeamFolder) => void
  close: () => void
}

/** Creates a team folder, turns a folder into one, or changes its people. */
export const TeamDialog = ({ mode, folder, onSaved, close }: TeamDialogProps) => {
  const t = useT()
  const form = useTeamForm(mode, folder, onSaved, close)
  // i18n-keys: teams:form.create.*, teams:form.convert.*, teams:form.edit.*
  const text = (part: string) => t(`teams:form.${mode}.${part}`, { name: folder?.name ?? '' })
  return (
    <Dialog
      open
      onOpenChange={close}
      icon={Users}
      title={text('title')}
      text={text('text')}
      onSubmit={() => void form.submit()}
      footer={
        <>
          <Button onClick={close}>{t('web:kit.cancel')}</Button>
          <Button type="submit" variant="solid" disabled={form.loading} loading={form.busy}>
            {text('submit')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {mode === 'create' && (
          <TextField
            label={t('teams:form.name')}
            value={form.name}
            onValue={form.setName}
            maxLength={255}
            required
            autoComplete="off"
            data-autofocus
          />
        )}
        <PeopleField
          value={form.email}
          error={form.emailError}
          onValue={form.setEmail}
          find={teamsApi.knownPeople}
          except={new Set(form.people.map(({ email }) => email.toLowerCase()))}
          onPick={form.pick}
          onAdd={() => form.add()}
        />
        {form.loading ? (
          <Spinner label={t('teams:form.loading')} />
        ) : (
          form.people.length > 0 && (
            <ul aria-label={t('teams:members')} className="flex flex-col gap-2">
              {form.people.map((person) => (
                <Person
                  key={person.email}
                  person={person}
                  onPermission={(permission) => form.setPermission(person.email, permission)}
                  onRemove={() => form.remove(person.email)}
                />
              ))}
            </ul>
          )
        )}
      </div>
    </Dialog>
  )
}

interface PersonProps {
  person: PersonRow
  onPermission: (permission: TeamPermission) => void
  onRemove: () => void
}

const Person = ({ person, onPermission, onRemove }: PersonProps) => {
  const t = useT()
  const { name, email, avatar, color, permission, waiting } = person
  return (
    <li className="flex items-center gap-3">
      <Avatar image={avatar} name={name} email={email} color={color} size={36} />
      <span className="min-w-0 grow">
        <span className="block truncate text-14">{name}</span>
        {(waiting || name !== email) && (
          <span className="block truncate text-12 text-muted">{waiting ? t('teams:form.waiting') : email}</span>
        )}
      </span>
      <span className="shrink-0">
        <Select
          label={t('teams:form.permission', { name })}
          hideLabel
          size="sm"
          value={permission}
          onValue={(value) => onPermission(value as TeamPermission)}
          options={teamPermissions.map((value) => ({ value, label: t(`teams:permission.${value}`) }))}
        />
      </span>
      <IconButton size="sm" icon={X} label={t('teams:form.remove', { name })} onClick={onRemove} />
    </li>
  )
}
