import { ArrowLeft, ChevronRight, Ellipsis } from 'lucide-react'
import { Fragment } from 'react'
import { useSnapshot } from 'valtio'
import { cx, FileIcon, Icon, IconButton, IconLink, Menu, useT } from '../../../../web/ui.ts'
import { hrefOf } from '../../../tree/ui.ts'
import { rootLevel } from '../../client/folder-tree.ts'
import { useFiles } from '../context.ts'
import { useFolderTitle } from '../useFolderTitle.ts'
import { useListing } from '../useOpened.ts'
import { usePlaceName } from '../usePlaceName.ts'

/** Where there is room for one name it is that of the open folder, with an arrow to what is above it. */
const parent = 'phone:hidden @max-[21rem]/path:hidden'

/** Folders shown between the section and the open one; the others wait in a menu. */
const most = 2

const Arrow = () => <Icon of={ChevronRight} size={14} className="shrink-0 text-muted rtl:rotate-180" />

interface Looks {
  color: string | null
  emoji: { char: string } | null
}

/** The folder as its owner made it look; nothing for one that looks like all others. */
const Look = ({ color, emoji }: Looks) =>
  color || emoji ? (
    <FileIcon kind="folder" color={color} emoji={emoji?.char} size={18} className="me-1.5 align-[-4px]" />
  ) : null

/** Between two steps: the folders of the one before, to go aside without going up. */
const Aside = ({ id, name }: { id: string | null; name: string }) => {
  const { sidebar } = useFiles()
  const t = useT()
  const { opened } = useListing()
  const { levels } = useSnapshot(sidebar.tree.state)
  const folders = opened.place.view === 'files' ? (levels[id ?? rootLevel]?.folders ?? []) : []
  if (folders.length < 2) return <Arrow />
  const label = t('storage:page.aside', { name })
  const here = new Set([opened.place.id, ...opened.path.map((ref) => ref.id)])
  return (
    <Menu
      label={label}
      items={() =>
        folders.map((folder) => ({
          id: folder.id,
          label: folder.name,
          checked: here.has(folder.id),
          href: hrefOf({ view: 'files', id: folder.id }),
        }))
      }
    >
      <button
        type="button"
        aria-label={label}
        data-tip={label}
        className="grid size-6 place-items-center rounded-sm hover:bg-hover"
      >
        <Arrow />
      </button>
    </Menu>
  )
}
const crumb =
  'bidi-plaintext min-w-0 max-w-48 truncate rounded-sm px-1.5 py-1 text-muted no-underline hover:bg-hover hover:text-text'

/** The way from the section to the open folder; each step is a link and takes drops. */
export const Breadcrumbs = () => {
  const t = useT()
  const { opened } = useListing()
  const { place, root, path } = opened
  const section = usePlaceName()(place.view)
  useFolderTitle(place.id, root?.attributes.name)
  const hidden = path.slice(0, Math.max(0, path.length - most))
  const shown = path.slice(hidden.length)
  const droppable = place.view === 'files'
  return (
    <nav aria-label={t('storage:page.path')} className="min-w-0 grow">
      <ol className="flex min-w-0 items-center gap-0.5 text-14">
        {place.id && (
          <li className="-ms-2 hidden shrink-0 phone:block @max-[21rem]/path:block">
            <IconLink
              icon={ArrowLeft}
              label={t('storage:shortcut.up')}
              href={hrefOf({ view: place.view, id: path.at(-1)?.id ?? null })}
              className="rtl:rotate-180"
            />
          </li>
        )}
        {root && (
          <>
            <li className={cx('flex min-w-0 shrink-0 items-center', parent)}>
              <a
                href={hrefOf({ view: place.view, id: null })}
                data-drop={droppable ? '' : undefined}
                data-drop-name={section}
                className={crumb}
              >
                {section}
              </a>
            </li>
            <li className={parent}>
              <Aside id={null} name={section} />
            </li>
          </>
        )}
        {hidden.length > 0 && (
          <>
            <li className={parent}>
              <Menu
                label={t('storage:page.pathMore')}
                items={hidden.map(({ id, name }) => ({ id, label: name, href: hrefOf({ view: place.view, id }) }))}
              >
                <IconButton icon={Ellipsis} size="sm" label={t('storage:page.pathMore')} />
              </Menu>
            </li>
            <li aria-hidden="true" className={parent}>
              <Arrow />
            </li>
          </>
        )}
        {shown.map(({ id, name, color, emoji }) => (
          <Fragment key={id}>
            <li className={cx('flex min-w-0 items-center', parent)}>
              <a
                href={hrefOf({ view: place.view, id })}
                data-drop={droppable ? id : undefined}
                data-drop-name={name}
                className={crumb}
              >
                <Look color={color} emoji={emoji} />
                {name}
              </a>
            </li>
            <li className={parent}>
              <Aside id={id} name={name} />
            </li>
          </Fragment>
        ))}
        <li className="max-w-3/5 min-w-0 shrink-0 phone:max-w-none phone:shrink @max-[21rem]/path:max-w-none @max-[21rem]/path:shrink">
          <h1 aria-current="page" className="bidi-plaintext truncate rounded-sm px-1.5 text-16 font-semibold">
            {root && <Look color={root.attributes.color} emoji={root.attributes.emoji} />}
            {root?.attributes.name ??
              (place.id ? <span className="inline-block h-3 w-32 animate-shimmer rounded-xs bg-n5" /> : section)}
          </h1>
        </li>
      </ol>
    </nav>
  )
}
