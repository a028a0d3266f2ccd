import { isOutcomeUnknown } from '../../../shared/contract.ts'
import type { CreateFolder } from './folders.ts'

/** Folders that may have been created: only the response was lost. */
const unknown = new Set<string>()

/**
 * Creates a folder by `send`. Where it may exist since an earlier call whose response was lost, it is the result; a plain
 * second call would create one with a number.
 */
export const createFolderOnce = async <Input extends Pick<CreateFolder, 'name' | 'parent_id'>, Created>(
  input: Input,
  send: (body: Input & Pick<CreateFolder, 'on_conflict'>) => Promise<Created>,
): Promise<Created> => {
  const key = JSON.stringify([input.parent_id, input.name])
  try {
    const created = await send(unknown.has(key) ? { ...input, on_conflict: 'merge' } : input)
    unknown.delete(key)
    return created
  } catch (error) {
    if (isOutcomeUnknown(error)) unknown.add(key)
    throw error
  }
}
