import { printResult, readArgs, UsageError } from './args.ts'
import { withApp } from './with-app.ts'

/** `links free <custom link>`: ends the year in which the custom link of an ended link is kept for its account. */
export const linksCommand = async (args: readonly string[]): Promise<void> => {
  const { flags, rest } = readArgs(args, { json: 'boolean' }, 2)
  const [action, slug] = rest
  if (action !== 'free' || !slug) throw new UsageError('links free <custom link> [--json]')
  const isFreed = await withApp(({ sharing }) => sharing.freeSlug(slug))
  if (!isFreed) throw new Error(`no ended link keeps ${slug}`)
  printResult({ slug }, `every account can use ${slug} now`, flags)
}
