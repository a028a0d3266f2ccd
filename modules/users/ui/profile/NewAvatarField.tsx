import { useEffect, useState } from 'react'
import { Avatar } from '../../../web/ui.ts'
import { PictureField } from './PictureField.tsx'

/** The picture of an account that does not exist yet. */
export const NewAvatarField = ({ onPicture }: { onPicture: (picture: Blob | null) => void }) => {
  const [url, setUrl] = useState<string>()
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url])
  const set = (picture: Blob | null) => {
    setUrl(picture ? URL.createObjectURL(picture) : undefined)
    onPicture(picture)
  }
  return (
    <PictureField isSet={url !== undefined} save={async (picture) => set(picture)} onRemove={() => set(null)}>
      <Avatar image={url ? { xs: url, sm: url, md: url } : null} size={72} />
    </PictureField>
  )
}
