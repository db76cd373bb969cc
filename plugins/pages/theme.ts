/** The theme of a deployment: its name, pictures, colours and links, checked at the start and put into the pages. */
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError, type ConfigProblem } from '../../core/index.ts'
import type { Infer } from '../../schemas/types.ts'
import type { AppManifest, Icon, InstalledApp } from './installed-app.ts'
import { faultsOf, groundsOf, styleOf } from './palette.ts'
import { isSquare, type Picture, PictureFault, type PictureKind, readPicture } from './picture.ts'
import { policyHeader } from './policy.ts'
import type { PICTURES, ThemeOptions } from './theme-options.ts'

export type ThemeConfig = Infer<typeof ThemeOptions>

/** A file of the theme, served beside the assets of the pages. */
export interface ThemeFile {
  /** With a digest of the content: a file never changes. */
  readonly name: string
  readonly type: string
  readonly content: Buffer
  readonly policy: string
}

export interface Theme {
  readonly name: string | undefined
  readonly files: ReadonlyMap<string, ThemeFile>
  /** Rules of CSS; empty without colours. */
  readonly style: string
  /** The logo as HTML; empty without one. */
  readonly logo: string
  /** Undefined if there is no picture that can be one. */
  readonly icon: Icon | undefined
  /** A page with the theme. */
  dress(html: string): string
  /** The installed app with the theme. */
  dressApp(app: InstalledApp): InstalledApp
}

/**
 * @param directory - the base of relative paths
 * @throws ConfigError with every fault of the pictures, the colours and the links
 */
export async function openTheme(config: ThemeConfig, directory: URL): Promise<Theme> {
  const { name, colours = {}, links = {} } = config
  const problems: ConfigProblem[] = []
  const read = (field: (typeof PICTURES)[number]) => openPicture(field, config[field], directory, problems)
  const [logo, logoDark, ownIcon] = [await read('logo'), await read('logoDark'), await read('icon')]
  problems.push(...problemsOfName(name ?? ''), ...problemsOfColours(colours), ...problemsOfLinks(links))
  if (problems.length > 0) throw new ConfigError(problems)

  const icon = ownIcon ?? (logo !== undefined && isIcon(logo.picture) ? logo : undefined)
  const style = fileOf('theme', 'css', Buffer.from(styleOf(colours)))
  const used = [style.content.length > 0 ? style : undefined, logo, logoDark, icon]
  // One file may have several uses.
  const files = new Map(used.flatMap(file => (file === undefined ? [] : [[file.name, file] as const])))
  const head = (base: string): string =>
    [
      ...(name === undefined ? [] : [`<meta name="application-name" content="${escaped(name)}">`]),
      ...(logo === undefined ? [] : [logoTag(base, logo, '')]),
      ...(logoDark === undefined ? [] : [logoTag(base, logoDark, ` media="${DARK}"`)]),
      ...LINKS.flatMap(([link, rel]) =>
        links[link] === undefined ? [] : [`<link rel="${rel}" href="${escaped(links[link])}">`],
      ),
      ...(style.content.length === 0
        ? []
        : [
            `<link rel="stylesheet" crossorigin href="${base}${style.name}" integrity="${integrityOf(style.content)}">`,
          ]),
    ]
      .map(tag => `  ${tag}\n  `)
      .join('')
  const grounds = groundsOf(colours)
  const { background, backgroundDark } = colours

  return {
    ...{ name, files, style: styleOf(colours) },
    logo: logo === undefined ? '' : pictureOf('/assets/', logo, logoDark),
    icon: icon && iconOf('/assets/', icon),

    dress(html) {
      const base = BASE.exec(html)?.[1] ?? '/assets/'
      let dressed = html.replace('</head>', () => `${head(base)}</head>`)
      if (name !== undefined)
        dressed = dressed.replace(
          TITLE,
          (_, title: string) =>
            `<title>${[...(title === 'andiron' ? [] : [title]), escaped(name)].join(' · ')}</title>`,
        )
      if (name !== undefined || logo !== undefined)
        dressed = dressed.replace(
          SERVICE,
          (_, mark: string) =>
            `${logo === undefined ? mark : pictureOf(base, logo, logoDark)} <bdi>${escaped(name ?? 'andiron')}</bdi>`,
        )
      if (icon !== undefined)
        dressed = dressed.replace(ICONS, (tag, rel: string) =>
          // An SVG cannot be an icon of iOS.
          rel === 'icon' || icon.picture.kind === 'png'
            ? `<link rel="${rel}" href="${base}${icon.name}">`
            : tag,
        )
      if (background !== undefined) dressed = dressed.replace(GROUND_LIGHT, `$1${grounds.light}$2`)
      if (backgroundDark !== undefined) dressed = dressed.replace(GROUND_DARK, `$1${grounds.dark}$2`)
      return dressed
    },

    dressApp({ manifest, worker }) {
      const { name_localized: localized, icons, ...described } = JSON.parse(manifest) as AppManifest
      const base = icons[0]?.src.replace(/[^/]*$/, '') ?? '/assets/'
      const dressed = {
        ...described,
        ...(name === undefined ? { name_localized: localized } : { name, short_name: name }),
        ...(background !== undefined && { background_color: grounds.light, theme_color: grounds.light }),
        icons: icon === undefined ? icons : [iconOf(base, icon)],
      }
      return {
        manifest: JSON.stringify(dressed),
        worker: withFiles(
          worker,
          [...files.keys()].map(file => base + file),
        ),
      }
    },
  }
}

/** Links in the order of the pages, each with its relation: those of HTML, and one that has none there. */
const LINKS = [
  ['privacy', 'privacy-policy'],
  ['terms', 'terms-of-service'],
  ['imprint', 'imprint'],
  ['help', 'help'],
] as const

const DARK = '(prefers-color-scheme: dark)'
/** The address of the assets of a page, which may have been built for another path. */
const BASE = /<script [^>]*src="([^"]*\/assets\/)/
/** The name of the page, that of the service, or both. */
const TITLE = /<title>([^<]*?)(?: · andiron)?<\/title>/
/** The mark and the name in the first words of pages, in each language. */
const SERVICE = /(<svg class="mark".*?<\/svg>) <bdi>andiron<\/bdi>/g
const ICONS = /<link rel="(icon|apple-touch-icon)"[^>]*>/g
const GROUND_LIGHT = /(<meta name="theme-color" content=")[^"]*(" media="\(prefers-color-scheme: light\)">)/
const GROUND_DARK = /(<meta name="theme-color" content=")[^"]*(" media="\(prefers-color-scheme: dark\)">)/

const TYPES: Readonly<Record<PictureKind | 'css', string>> = {
  ...{ css: 'text/css; charset=utf-8', svg: 'image/svg+xml', png: 'image/png', webp: 'image/webp' },
}

/** The least side of a picture that a device shows on its home screen. */
const ICON_SIDE = 192

const isIcon = (picture: Picture): boolean =>
  isSquare(picture) && (picture.kind === 'svg' || picture.width >= ICON_SIDE)

/** An SVG may contain scripts: opened by its address it runs none, and loads nothing. */
const INERT = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

interface PictureFile extends ThemeFile {
  readonly picture: Picture
}

async function openPicture(
  field: (typeof PICTURES)[number],
  path: string | undefined,
  directory: URL,
  problems: ConfigProblem[],
): Promise<PictureFile | undefined> {
  if (path === undefined) return undefined
  try {
    const picture = await readPicture(resolve(fileURLToPath(directory), path))
    const { kind, width, height, bytes } = picture
    if (field === 'icon' && !isIcon(picture))
      throw new PictureFault(
        `a square picture, in PNG or WebP of at least ${ICON_SIDE} pixels`,
        `${width} × ${height}`,
      )
    return { ...fileOf(field === 'icon' ? 'app-icon' : 'logo', kind, bytes), picture }
  } catch (error) {
    if (!(error instanceof PictureFault)) throw error
    problems.push({ path: [...AT, field], expected: error.expected, got: error.got })
    return undefined
  }
}

const AT = ['plugins', 'pages', 'theme'] as const

const problemsOfColours = (colours: NonNullable<ThemeConfig['colours']>): ConfigProblem[] =>
  faultsOf(colours).map(({ field, use, ratio, least, nearest }) => ({
    path: [...AT, 'colours', field],
    expected: `a contrast of at least ${least}:1 for ${use}`,
    // Rounded down, so that no fault looks like a pass.
    got: `'${colours[field]}' with ${(Math.floor(ratio * 100) / 100).toFixed(2)}:1`,
    ...(nearest !== undefined && { nearest }),
  }))

const problemsOfLinks = (links: NonNullable<ThemeConfig['links']>): ConfigProblem[] =>
  Object.entries(links)
    .filter(([, url]) => !isLink(url))
    .map(([link, url]) => ({
      path: [...AT, 'links', link],
      expected: 'a URL that a browser can open, with a host or an e-mail address and without a password',
      got: `'${url}'`,
    }))

/** In `https://bank.example@clinic.example`, the text before `@` passes for the host. */
function isLink(text: string): boolean {
  if (/[\s\\]/.test(text) || !URL.canParse(text)) return false
  const { protocol, username, password, pathname } = new URL(text)
  return protocol === 'mailto:' ? /^[^@]+@[^@]+$/.test(pathname) : username === '' && password === ''
}

/**
 * Characters that are invisible, or that turn the direction of the text around them; ones that join letters are none.
 */
const HIDDEN = /^\s|\s$|[\p{Cc}\p{Zl}\p{Zp}\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u

const inHex = (character: string): string =>
  `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`

const problemsOfName = (name: string): ConfigProblem[] =>
  HIDDEN.test(name)
    ? [
        {
          path: [...AT, 'name'],
          expected: 'a text without line breaks, invisible characters and spaces around it',
          got: `'${name.replaceAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, inHex)}'`,
        },
      ]
    : []

function fileOf(name: string, kind: PictureKind | 'css', content: Buffer): ThemeFile {
  const digest = createHash('sha256').update(content).digest('base64url').slice(0, 12)
  return {
    ...{ name: `${name}-${digest}.${kind}`, type: TYPES[kind], content },
    policy: kind === 'svg' ? INERT : policyHeader(),
  }
}

const logoTag = (base: string, { name, picture }: PictureFile, media: string): string =>
  `<meta name="logo" content="${base}${name}" data-size="${Math.round(picture.width)} ${Math.round(picture.height)}"${media}>`

/** As the page draws it. */
const pictureOf = (base: string, logo: PictureFile, dark: PictureFile | undefined): string => {
  const { name, picture } = logo
  const size = `width="${Math.round(picture.width)}" height="${Math.round(picture.height)}"`
  const source = dark && `<source media="${DARK}" srcset="${base}${dark.name}">`
  return `<picture class="logo">${source ?? ''}<img src="${base}${name}" alt="" ${size}></picture>`
}

const integrityOf = (content: Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`

const iconOf = (base: string, { name, type, picture: { kind, width, height } }: PictureFile): Icon => ({
  ...{ src: base + name, sizes: kind === 'svg' ? 'any' : `${width}x${height}`, type, purpose: 'any' },
})

/** The worker with further files to keep; another set of files is another build. */
function withFiles(worker: string, files: readonly string[]): string {
  if (files.length === 0) return worker
  const digest = createHash('sha256').update(files.join()).digest('hex').slice(0, 16)
  return worker.replace(
    /^const SHELL=(\[[^\]]*\]),BUILD='(\w+)';/,
    (_, shell: string, build: string) =>
      `const SHELL=${JSON.stringify([...JSON.parse(shell), ...files])},BUILD='${build}-${digest}';`,
  )
}

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
