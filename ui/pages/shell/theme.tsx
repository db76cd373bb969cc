/** The theme of the deployment, which the gateway writes into the head of each page: its name, logo and links. */
import { Mark } from '@andiron/design/mark'
import type { ReactNode } from 'react'
import { words } from './language/page-texts.ts'

const metas = (name: string): readonly HTMLMetaElement[] => [
  ...document.head.querySelectorAll<HTMLMetaElement>(`meta[name="${name}"]`),
]

/** Undefined without a theme. */
export const ownName = (): string | undefined => metas('application-name')[0]?.content

/** The name of the service. */
export const serviceName = (): string => ownName() ?? 'andiron'

/** The title of the window, after which a theme has the name of the service. */
export const windowTitle = (title: string): string => {
  const name = ownName()
  return name === undefined ? title : `${title} · ${name}`
}

/** The logo of the service, or the mark of the software; both are invisible to screen readers. */
export function Logo(): ReactNode {
  const all = metas('logo')
  const light = all.find(({ media }) => media === '')
  if (light === undefined) return <Mark />
  return (
    <picture className="logo">
      {all
        .filter(each => each !== light)
        .map(dark => (
          <source key={dark.content} media={dark.media} srcSet={dark.content} {...sizeOf(dark)} />
        ))}
      <img src={light.content} alt="" {...sizeOf(light)} />
    </picture>
  )
}

/** Without it, the text beside the picture would move when it is there. */
function sizeOf({ dataset }: HTMLMetaElement) {
  const [width, height] = dataset['size']?.split(' ') ?? []
  return { width, height }
}

/** The links of the service, below each page; they leave what is open as it is. */
export function ServiceLinks(): ReactNode {
  const links = [
    ['privacy-policy', words.privacyNotice],
    ['terms-of-service', words.termsOfUse],
    ['imprint', words.legalNotice],
    ['help', words.help],
  ].flatMap(([rel, text]) => {
    const link = document.head.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`)
    return link ? [{ rel, text, href: link.href }] : []
  })
  if (links.length === 0) return null
  return (
    <footer className="service-links">
      {links.map(({ rel, text, href }) => (
        <a key={rel} href={href} target="_blank" rel="noreferrer">
          {text}
        </a>
      ))}
    </footer>
  )
}
