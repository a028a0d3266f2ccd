import { Users } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { normalEmail } from '../../shared/contract.ts'
import { maxNameBytes } from '../../storage/contract.ts'
import { Button, Dialog, Select, Spinner, TextField, useT } from '../../web/ui.ts'
import { teamsApi } from '../client/teams.api.ts'
import { type TeamPermission, teamPermissions } from '../contract.ts'
import { PeopleField } from './PeopleField.tsx'
import { PeopleList } from './PeopleList.tsx'
import { type TeamFormMode, type TeamSaved, useTeamForm } from './useTeamForm.ts'

interface TeamDialogProps {
  mode: TeamFormMode
  /** The folder to turn into a team folder, or the team folder to edit. */
  folder: { id: string; name: string } | null
  onSaved: TeamSaved
  close: () => void
}

/** Creates a team folder, turns a folder into one, or changes its people. */
export const TeamDialog = ({ mode, folder, onSaved, close }: TeamDialogProps) => {
  const t = useT()
  const form = useTeamForm(mode, folder, onSaved, close)
  const ref = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [form.problems])
  // i18n-keys: teams:form.create.*, teams:form.convert.*, teams:form.edit.*
  const text = (part: string) => t(`teams:form.${mode}.${part}`, { name: folder?.name ?? '' })
  return (
    <Dialog
      open
      onOpenChange={close}
      icon={Users}
      title={text('title')}
      text={text('text')}
      dirty={form.isDirty}
      form={{ ref, onSubmit: () => void form.submit() }}
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
            error={form.nameError}
            onValue={form.setName}
            maxLength={maxNameBytes}
            required
            autoComplete="off"
            data-autofocus
          />
        )}
        <div className="flex items-start gap-3 phone:flex-col">
          <div className="min-w-0 grow phone:w-full">
            <PeopleField
              value={form.email}
              error={form.emailError}
              onValue={form.setEmail}
              find={teamsApi.knownPeople}
              except={new Set(form.people.map(({ email }) => normalEmail(email)))}
              onPick={form.pick}
              // When editing, the people of the folder are shown rather than suggestions.
              suggestsOnFocus={mode !== 'edit'}
              onAdd={() => form.add()}
            />
          </div>
          <div className="shrink-0">
            <Select
              label={t('teams:form.role')}
              value={form.role}
              onValue={(value) => form.setRole(value as TeamPermission)}
              options={teamPermissions.map((value) => ({ value, label: t(`teams:permission.${value}`) }))}
            />
          </div>
        </div>
        {form.loading ? (
          <Spinner label={t('teams:form.loading')} />
        ) : (
          (form.owner || form.people.length > 0) && (
            <PeopleList
              owner={form.owner}
              people={form.people}
              onPermission={form.setPermission}
              onInviteAgain={form.inviteAgain}
              onRemove={form.remove}
            />
          )
        )}
      </div>
    </Dialog>
  )
}
