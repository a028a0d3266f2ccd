import { Fragment } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Button, Dialog, Kbd, Switch } from '../../kit/index.ts'
import { usePref } from '../context.ts'
import { ChangeKey } from './ChangeKey.tsx'
import { learnLayout } from './keyboard-layout.ts'
import { strokesOf } from './keys.ts'
import type { ActiveShortcut } from './shortcuts.ts'

// Here because each page loads this code soon after it has started.
void learnLayout()

/** Lists the registered shortcuts; keys of a single character can be changed. */
export const ShortcutsDialog = ({
  list,
  onOpenChange,
}: {
  list: ActiveShortcut[]
  onOpenChange: (open: boolean) => void
}) => {
  const t = useT()
  return (
    <Dialog open onOpenChange={onOpenChange} title={t('web:shell.shortcuts.title')} width="wide">
      <CharacterKeys />
      <Groups list={list} />
    </Dialog>
  )
}

/** Whether single characters are shortcuts; WCAG 2.1.4 wants them off or changeable. */
const CharacterKeys = () => {
  const t = useT()
  const [characterKeys, setCharacterKeys] = usePref('characterKeys')
  const [changedKeys, setChangedKeys] = usePref('changedKeys')
  return (
    <div className="mb-5 flex flex-col items-start gap-3 border-b border-line pb-4">
      <Switch
        label={t('web:shell.shortcuts.characters')}
        help={t('web:shell.shortcuts.charactersHelp')}
        checked={characterKeys}
        onValue={setCharacterKeys}
        className="w-full"
      />
      {Object.keys(changedKeys).length > 0 && (
        <Button size="sm" onClick={() => setChangedKeys({})}>
          {t('web:shell.shortcuts.reset')}
        </Button>
      )}
    </div>
  )
}

const Groups = ({ list }: { list: ActiveShortcut[] }) => {
  const t = useT()
  const groups = Map.groupBy(list, ({ group }) => group ?? t('web:shell.shortcuts.general'))
  return (
    <div className="columns-1 gap-10 sm:columns-2">
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
                  {alternatives.map((shortcut, index) => (
                    <Fragment key={shortcut.keys}>
                      {index > 0 && <span aria-hidden="true">/</span>}
                      <Sequence keys={shortcut.keys} />
                      {shortcut.original.length === 1 && <ChangeKey shortcut={shortcut} list={list} />}
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
