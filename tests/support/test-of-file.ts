/** `tap` for a test file in a group: the subtest of that file, named by `?file=`. */
import { testOfFile } from './test-group.ts'

export default testOfFile(new URL(import.meta.url).searchParams.get('file') ?? '')
