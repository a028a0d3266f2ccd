/** Shows the kept folder of this URL, read-only, and loads the page itself as soon as the server can be reached. */
const retryMs = [2_000, 5_000, 10_000, 20_000]

const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children.filter((child) => child !== null))
  return element
}

const svgPaths = {
  folder:
    'M20 20a2 2 0 0 0 2-2V8a2 2 0 0 0-2-2h-7.9a2 2 0 0 1-1.69-.9L9.6 3.9A2 2 0 0 0 7.93 3H4a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2Z',
  file: 'M6 22a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2h8l6 6v12a2 2 0 0 1-2 2zM14 2v5a1 1 0 0 0 1 1h5',
}
const icon = (name) => {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  for (const [key, value] of Object.entries({ viewBox: '0 0 24 24', class: `icon ${name}`, 'aria-hidden': 'true' }))
    svg.setAttribute(key, value)
  path.setAttribute('d', svgPaths[name])
  svg.append(path)
  return svg
}

const picture = ({ path, thumbnail }) => {
  if (path) return icon('folder')
  if (!thumbnail) return icon('file')
  const image = make('img', { src: thumbnail, alt: '', className: 'icon' })
  // The browser no longer has it.
  image.addEventListener('error', () => image.replaceWith(icon('file')))
  return image
}

const link = (name, path) => make('a', { href: path }, make('bdi', {}, name))

const row = (entry) =>
  make(
    'li',
    {},
    picture(entry),
    entry.path ? link(entry.name, entry.path) : make('bdi', { className: 'name' }, entry.name),
    entry.texts.length > 0 ? make('span', { className: 'texts' }, entry.texts.filter(Boolean).join(' · ')) : null,
  )

const crumbsOf = (crumbs, label) => {
  if (crumbs.length === 0) return null
  const nav = make('nav', { ariaLabel: label })
  nav.append(make('ol', {}, ...crumbs.map(({ name, path }) => make('li', {}, link(name, path)))))
  return nav
}

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '')

const timeOf = (at, { locale, zone }) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(at)

const folderParts = (folder, about) => {
  const { rows, total } = folder
  const { partly, empty, path } = about.texts
  const more = total > rows.length && make('p', { className: 'quiet' }, fill(partly, { shown: rows.length, total }))
  return [
    crumbsOf(folder.crumbs, path),
    make('h1', {}, make('bdi', {}, folder.name)),
    rows.length === 0 ? make('p', { className: 'quiet' }, empty) : make('ul', { className: 'rows' }, ...rows.map(row)),
    more || null,
  ]
}

const show = ({ about, folders }) => {
  const { texts } = about
  const root = document.documentElement
  Object.assign(root, { lang: about.locale, dir: about.direction })
  root.dataset.theme = /(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1] ?? 'system'
  const here = location.pathname.replace(/\/$/, '')
  const folder = folders.find(({ path }) => path === here)
  const others = folders.filter((other) => other !== folder)
  document.title = `${folder?.name ?? texts.kept} – ${about.app}`
  const from = folder ? ` ${fill(texts.from, { time: timeOf(folder.at, about) })}` : ''
  document.getElementById('bar').append(`${texts.bar}${from}`)
  const list = make('ul', { className: 'rows' }, ...others.map(({ name, path }) => row({ name, path, texts: [] })))
  document
    .getElementById('content')
    .append(
      ...(folder ? folderParts(folder, about) : [make('h1', {}, texts.missing)]).filter(Boolean),
      ...(others.length > 0 ? [make('h2', {}, texts.kept), list] : []),
    )
}

const isReachable = () =>
  fetch('/api/ping', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
let tries = 0
let timer
/** Asks for the server again and again, and when the browser has a network. */
const reloadWhenReachable = async () => {
  clearTimeout(timer)
  if (await isReachable()) return location.reload()
  timer = setTimeout(reloadWhenReachable, retryMs[Math.min(tries, retryMs.length - 1)])
  tries += 1
}

if (location.pathname === '/platform/offline/page') location.replace('/platform/files')
self.readOffline().then((kept) => {
  // Signed out in another tab meanwhile.
  if (kept) show(kept)
  timer = setTimeout(reloadWhenReachable, retryMs[0])
})
window.addEventListener('online', reloadWhenReachable)
