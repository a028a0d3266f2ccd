import { type ChangeEvent, useRef, useState } from 'react'
import {
  Avatar,
  Button,
  CallError,
  call,
  lazyComponent,
  reloadPage,
  useFeedback,
  usePageContext,
  useT,
} from '../../../web/ui.ts'
import { deleteAvatar, maxAvatarBytes } from '../../contract.ts'
import { apiErrorText } from '../auth/api-error.ts'

const AvatarCropper = lazyComponent(async () => (await import('./AvatarCropper.tsx')).AvatarCropper)
const accepted = 'image/jpeg,image/png,image/webp,image/gif,image/avif'

/** True when the browser can decode the picture: the cropper would stay empty otherwise. */
const isPicture = (file: File): Promise<boolean> =>
  createImageBitmap(file).then(
    (bitmap) => {
      bitmap.close()
      return true
    },
    () => false,
  )

/** The signed-in person's picture: choose and crop, or remove. */
export const AvatarField = () => {
  const t = useT()
  const { user, locale } = usePageContext()
  const feedback = useFeedback()
  const input = useRef<HTMLInputElement>(null)
  const [source, setSource] = useState<string>()
  if (!user) return null
  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    // Otherwise choosing the same file again would be no change.
    currentTarget.value = ''
    if (!file) return
    const isUsable = accepted.split(',').includes(file.type) && file.size <= maxAvatarBytes && (await isPicture(file))
    if (isUsable) setSource(URL.createObjectURL(file))
    else feedback.toast({ kind: 'danger', text: t('users:profile.picture.unusable') })
  }
  const close = async (isSaved: boolean) => {
    if (source) URL.revokeObjectURL(source)
    setSource(undefined)
    if (!isSaved) return
    feedback.toast({ kind: 'success', text: t('users:message.avatar-updated') })
    await reloadPage()
  }
  const remove = async () => {
    try {
      await call(deleteAvatar)
      await reloadPage()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      feedback.toast({ kind: 'danger', text: apiErrorText(error, t, locale) })
    }
  }
  return (
    <div className="flex items-center gap-4">
      <Avatar image={user.avatar} name={user.name} email={user.email} color={user.color} size={72} />
      <div className="flex min-w-0 flex-wrap gap-2">
        <input
          ref={input}
          type="file"
          accept={accepted}
          hidden
          onChange={(event) => void choose(event)}
          aria-label={t('users:profile.picture.choose')}
        />
        <Button onClick={() => input.current?.click()}>{t('users:profile.picture.choose')}</Button>
        {user.avatar && (
          <Button variant="quiet" onClick={remove}>
            {t('users:profile.picture.remove')}
          </Button>
        )}
      </div>
      {source && <AvatarCropper source={source} onClose={(isSaved) => void close(isSaved)} />}
    </div>
  )
}
