import 'react-easy-crop/react-easy-crop.css'
import { useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import { Button, CallError, Callout, Dialog, usePageContext, useT } from '../../../web/ui.ts'
import { cropPicture } from '../../client/avatar.api.ts'
import { apiErrorText } from '../auth/api-error.ts'

const maxZoom = 4

interface AvatarCropperProps {
  /** An object URL. */
  source: string
  save: (picture: Blob) => Promise<void>
  onClose: (outcome: 'saved' | 'cancelled') => void
}

/** Crops a chosen picture to a square, and saves it. */
export const AvatarCropper = ({ source, save: saveCropped, onClose }: AvatarCropperProps) => {
  const t = useT()
  const { locale } = usePageContext()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area>()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const save = async () => {
    if (!area) return
    setBusy(true)
    setError(undefined)
    try {
      await saveCropped(await cropPicture(source, area))
      onClose('saved')
    } catch (failed) {
      setError(failed instanceof CallError ? apiErrorText(failed, t, locale) : t('users:error.avatar-unreadable'))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={() => onClose('cancelled')}
      title={t('users:profile.picture.crop')}
      text={t('users:profile.picture.cropText')}
      onSubmit={save}
      footer={
        <>
          <Button onClick={() => onClose('cancelled')}>{t('users:confirm.cancel')}</Button>
          <Button type="submit" variant="solid" loading={busy} disabled={!area && !error}>
            {t('users:profile.picture.save')}
          </Button>
        </>
      }
    >
      <div className="relative h-72 overflow-hidden rounded-md bg-n5">
        <Cropper
          image={source}
          crop={crop}
          zoom={zoom}
          maxZoom={maxZoom}
          aspect={1}
          showGrid={false}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
        />
      </div>
      <label className="mt-4 flex items-center gap-3 text-small font-medium">
        {t('users:profile.picture.zoom')}
        <input
          type="range"
          min={1}
          max={maxZoom}
          step={0.01}
          value={zoom}
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
          className="h-6 min-w-0 grow accent-brand-mark"
        />
      </label>
      {error && (
        <Callout tone="danger" role="alert" className="mt-4">
          {error}
        </Callout>
      )}
    </Dialog>
  )
}
