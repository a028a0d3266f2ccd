import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { Button, lazyComponent, useFeedback, useT } from '../../../web/ui.ts'
import { maxAvatarBytes } from '../../contract.ts'

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

interface PictureFieldProps {
  /** The picture, or what stands for it. */
  children: ReactNode
  isSet: boolean
  /** Gets the cropped picture; a `CallError` is shown in the dialog. */
  save: (picture: Blob) => Promise<void>
  onSaved?: () => Promise<void>
  onRemove: () => void | Promise<void>
}

/** A person's picture: choose and crop, or remove. */
export const PictureField = ({ children, isSet, save, onSaved, onRemove }: PictureFieldProps) => {
  const t = useT()
  const feedback = useFeedback()
  const input = useRef<HTMLInputElement>(null)
  const [source, setSource] = useState<string>()
  const choose = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0]
    // Otherwise choosing the same file again would be no change.
    currentTarget.value = ''
    if (!file) return
    const isUsable = accepted.split(',').includes(file.type) && file.size <= maxAvatarBytes && (await isPicture(file))
    if (isUsable) setSource(URL.createObjectURL(file))
    else feedback.toast({ kind: 'danger', text: t('users:profile.picture.unusable') })
  }
  const close = async (outcome: 'saved' | 'cancelled') => {
    if (source) URL.revokeObjectURL(source)
    setSource(undefined)
    if (outcome === 'saved') await onSaved?.()
  }
  const label = t(isSet ? 'users:profile.picture.choose' : 'users:profile.picture.add')
  return (
    <div className="flex items-center gap-4">
      {children}
      <div className="flex min-w-0 flex-wrap gap-2">
        <input
          ref={input}
          type="file"
          accept={accepted}
          hidden
          onChange={(event) => void choose(event)}
          aria-label={label}
        />
        <Button onClick={() => input.current?.click()}>{label}</Button>
        {isSet && (
          <Button variant="quiet" onClick={onRemove}>
            {t('users:profile.picture.remove')}
          </Button>
        )}
      </div>
      {source && (
        <AvatarCropper
          source={source}
          save={save}
          onClose={(outcome) => void close(outcome)}
          onNotLoaded={() => void close('cancelled')}
        />
      )}
    </div>
  )
}
