import { readArgs, requireOption, UsageError } from './args.ts'
import { withApp } from './with-app.ts'

const usage = 'billing recompute --period YYYY-MM [--user <id>] [--json]'

/** `billing recompute`: computes again the bills of all periods that ended in a month. Exit code 1 when one differs. */
export const billingCommand = async (args: readonly string[]): Promise<number> => {
  const { values, flags, rest } = readArgs(args, { period: 'string', user: 'string', json: 'boolean' }, 1)
  if (rest[0] !== 'recompute') throw new UsageError(usage)
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(requireOption(values, 'period')) ?? []
  if (!year || !month) throw new UsageError(usage)
  const from = new Date(Date.UTC(Number(year), Number(month) - 1, 1))
  const to = new Date(Date.UTC(Number(year), Number(month), 1))
  return withApp(async ({ billing }) => {
    const result = await billing.recompute(from, to, values.user ?? null)
    const { bills, differing, unposted } = result
    const code = differing.length + unposted.length === 0 ? 0 : 1
    if (flags.json) {
      console.log(JSON.stringify(result, null, 2))
      return code
    }
    for (const { id, stored, computed } of differing)
      console.log(`${id}: ${stored} is stored, ${computed} computed (minor units)`)
    for (const id of unposted)
      console.log(`${id}: its payment is not in the ledger, or it is there and the bill is open`)
    console.log(
      `${bills} bills of ${year}-${month}: ${differing.length} differ, ${unposted.length} without their payment`,
    )
    return code
  })
}
