import { Avatar, CallError, call, errorToast, reloadPage, useFeedback, usePageContext, useT } from '../../../web/ui.ts'
import { uploadAvatar } from '../../client/avatar.api.ts'
import { deleteAvatar } from '../../contract.ts'
import { apiErrorText } from '../auth/api-error.ts'
import { PictureField } from './PictureField.tsx'

/** The signed-in person's picture. */
export const AvatarField = () => {
  const t = useT()
  const { user, locale } = usePageContext()
  const feedback = useFeedback()
  if (!user) return null
  const saved = async () => {
    feedback.toast({ kind: 'success', text: t('users:message.avatar-updated') })
    await reloadPage()
  }
  const remove = async () => {
    try {
      await call(deleteAvatar)
      await reloadPage()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      feedback.toast(errorToast(error, t, apiErrorText(error, t, locale)))
    }
  }
  return (
    <PictureField isSet={user.avatar !== null} save={uploadAvatar} onSaved={saved} onRemove={remove}>
      <Avatar image={user.avatar} name={user.name} email={user.email} color={user.color} size={72} />
    </PictureField>
  )
}
