import { DropOverlay, type UploadTarget } from '../../../storage/ui.ts'
import { useDroppedFiles } from '../useDroppedFiles.ts'

/** Takes dropped and pasted files into the open folder, which an overlay names while files are dragged. */
export const DroppedFiles = ({ target }: { target: UploadTarget }) =>
  useDroppedFiles(target) && <DropOverlay name={target.name} />
