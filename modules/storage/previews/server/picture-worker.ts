import { fileURLToPath } from 'node:url'
import { IsolatedProcess } from '../../../platform/index.ts'
import type { DecodedPicture, PictureRequest } from './protocol.ts'

/** The picture process: null for a picture that cannot be decoded within the limits; rejects when the disk is full. */
export const createPictureWorker = () =>
  new IsolatedProcess<PictureRequest, DecodedPicture>(fileURLToPath(new URL('./picture-process.ts', import.meta.url)))
