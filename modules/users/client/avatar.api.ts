import { updateAvatar } from '../contract.ts'
import { callWithForm } from './call-with-form.ts'

/** Uploads the signed-in person's avatar. Throws `CallError`. */
export const uploadAvatar = async (picture: Blob): Promise<void> => {
  const body = new FormData()
  body.set('avatar', picture, 'avatar')
  await callWithForm(updateAvatar, updateAvatar.path, body)
}

/** A square part of a picture, in px of the picture. */
interface CropArea {
  x: number
  y: number
  width: number
  height: number
}

const edge = 480
const quality = 0.92

/** An area of a picture as a JPEG of 480 px; the server makes the largest avatar from that size. */
export const cropPicture = async (source: string, { x, y, width, height }: CropArea): Promise<Blob> => {
  const image = new Image()
  image.src = source
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = edge
  canvas.height = edge
  const context = canvas.getContext('2d') as CanvasRenderingContext2D
  // Transparent parts would turn black.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, edge, edge)
  context.drawImage(image, x, y, width, height, 0, 0, edge, edge)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('not cropped'))), 'image/jpeg', quality),
  )
}
