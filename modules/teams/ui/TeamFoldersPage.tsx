import { useEffect, useState } from 'react'
import { navigate } from 'vike/client/router'
import { FileBrowser, hrefOf, useFilesTools } from '../../storage/ui.ts'
import { lazyComponent, navigateInPlace, useFeedback, usePageContext, useT } from '../../web/ui.ts'
import { teamFoldersPath } from '../client/team-badge.ts'

const TeamDialog = lazyComponent(async () => (await import('./TeamDialog.tsx')).TeamDialog)

/** The own team folders; `?new` opens the form for a new one. */
export const TeamFoldersPage = () => {
  const t = useT()
  const feedback = useFeedback()
  const { urlParsed } = usePageContext()
  const wanted = 'new' in urlParsed.search
  const [creating, setCreating] = useState(false)
  const { permitted } = useFilesTools()
  const close = () => {
    setCreating(false)
    if (wanted) void navigateInPlace(teamFoldersPath, { overwriteLastHistoryEntry: true })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each time the form is wanted
  useEffect(() => {
    if (!wanted) setCreating(false)
    else if (permitted('create-team-folder')) setCreating(true)
    else close()
  }, [wanted])
  return (
    <>
      <FileBrowser />
      {creating && (
        <TeamDialog
          mode="create"
          folder={null}
          close={close}
          onNotLoaded={close}
          onSaved={({ id, attributes: { name }, relationships: { invitations } }, isEarlierInput) => {
            setCreating(false)
            feedback.toast(
              isEarlierInput
                ? { kind: 'neutral', text: t('teams:toast.createdEarlier', { name }) }
                : { kind: 'success', text: t('teams:toast.created', { name, count: invitations.data.length }) },
            )
            // Back does not lead to the form again.
            void navigate(hrefOf({ section: 'files', id }), { overwriteLastHistoryEntry: wanted })
          }}
        />
      )}
    </>
  )
}
