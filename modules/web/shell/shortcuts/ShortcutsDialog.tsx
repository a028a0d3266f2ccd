import { Fragment } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Dialog, Kbd } from '../../kit/index.ts'
import { strokesOf } from './keys.ts'
import type { Shortcut } from './shortcuts.ts'

/** Lists the registered shortcuts. */
export const ShortcutsDialog = ({
  list,
  onOpenChange,
}: {
  list: Shortcut[]
  onOpenChange: (open: boolean) => void
}) => {
  const t = useT()
  return (
    <Dialog open onOpenChange={onOpenChange} title={t('web:shell.shortcuts.title')} width="wide">
      <Groups list={list} />
    </Dialog>
  )
}

const Groups = ({ list }: { list: Shortcut[] }) => {
  const t = useT()
  const groups = Map.groupBy(list, ({ group }) => group ?? t('web:shell.shortcuts.general'))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the way to scroll it by keyboard; there is no control inside
    <div tabIndex={0} className="columns-1 gap-10 outline-none sm:columns-2">
      {[...groups].map(([group, shortcuts]) => (
        <section key={group} className="mb-6 break-inside-avoid">
          <h3 className="mb-1 text-13 font-semibold">{group}</h3>
          <dl>
            {[...Map.groupBy(shortcuts, ({ label }) => label)].map(([label, alternatives]) => (
              <div
                key={label}
                className="flex min-h-9 items-center justify-between gap-4 border-b border-line text-14 last:border-0"
              >
                <dt className="min-w-0 py-1 text-pretty">{label}</dt>
                <dd className="flex shrink-0 items-center gap-1.5 text-12 text-muted">
                  {alternatives.map(({ keys }, index) => (
                    <Fragment key={keys}>
                      {index > 0 && <span aria-hidden="true">/</span>}
                      <Sequence keys={keys} />
                    </Fragment>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

/** A sequence of keystrokes: `G then T`. */
const Sequence = ({ keys }: { keys: string }) => {
  const t = useT()
  return strokesOf(keys).map((stroke, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: keystrokes of a fixed sequence
    <Fragment key={index}>
      {index > 0 && <span>{t('web:shell.shortcuts.then')}</span>}
      <Kbd keys={stroke} />
    </Fragment>
  ))
}
